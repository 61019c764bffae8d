// A callable passed by reference: no allocation, and one copy of the code that
// calls it instead of one for every lambda.
#ifndef CLEARHEAD_CORE_BASE_FUNCTION_REF_H_
#define CLEARHEAD_CORE_BASE_FUNCTION_REF_H_

#include <type_traits>
#include <utility>

namespace clearhead {

template <typename Signature>
class FunctionRef;

// Lives no longer than the callable it was made from: for parameters only.
template <typename Return, typename... Arguments>
class FunctionRef<Return(Arguments...)> {
 public:
  template <typename Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>)
      FunctionRef(const Callable& callable)  // NOLINT: converts on purpose
      : object_(&callable), call_([](const void* object, Arguments... given) {
          return (*static_cast<const Callable*>(object))(given...);
        }) {}

  Return operator()(Arguments... arguments) const {
    return call_(object_, arguments...);
  }

 private:
  const void* object_;
  Return (*call_)(const void*, Arguments...);
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_FUNCTION_REF_H_
