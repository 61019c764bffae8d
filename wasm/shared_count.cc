// What std::shared_ptr needs of libc++'s own file, which was compiled with
// run-time types: their vtables bring the search through class hierarchies
// along, and nothing here asks for it. The members are those of the libc++ that
// this Emscripten has; other versions get libc++'s own.
#include <memory>

_LIBCPP_BEGIN_NAMESPACE_STD

__shared_count::~__shared_count() {}

__shared_weak_count::~__shared_weak_count() {}

void __shared_weak_count::__release_weak() _NOEXCEPT {
  if (__libcpp_atomic_refcount_decrement(__shared_weak_owners_) == -1) {
    __on_zero_shared_weak();
  }
}

const void* __shared_weak_count::__get_deleter(
    const type_info&) const _NOEXCEPT {
  return nullptr;
}

_LIBCPP_END_NAMESPACE_STD
