// Lets tests written for Catch2 2 compile with Catch2 3. On the include path
// only when version 3 is the one that was found.
#ifndef CLEARHEAD_TESTS_SUPPORT_CATCH3_CATCH2_CATCH_HPP_
#define CLEARHEAD_TESTS_SUPPORT_CATCH3_CATCH2_CATCH_HPP_

#include <catch2/catch_all.hpp>

using Catch::Approx;

#endif  // CLEARHEAD_TESTS_SUPPORT_CATCH3_CATCH2_CATCH_HPP_
