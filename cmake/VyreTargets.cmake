# g++ 12 sees overflows in std::vector and std::string that are not there: in a release, and in headers that are compiled
# once.
set(VYRE_FALSE_ALARMS -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)

# Flags of our own targets. Nothing here touches a parent project's targets.
function(vyre_flags target)
  target_compile_features(${target} PRIVATE cxx_std_20 c_std_99)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  # Unique symbols stay public in the static library, whatever their visibility.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Werror)
    target_compile_options(${target} PRIVATE
      "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:${VYRE_FALSE_ALARMS}>")
  endif()
  if(VYRE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${VYRE_SANITIZE} -fno-omit-frame-pointer
                                             -fno-sanitize-recover=all)
    target_link_options(${target} PRIVATE -fsanitize=${VYRE_SANITIZE})
  endif()
endfunction()

# Seen as a whole a release is a fifth smaller. Only GCC makes an ordinary object of the static library then.
set(VYRE_WHOLE OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  include(CheckIPOSupported)
  check_ipo_supported(RESULT VYRE_WHOLE OUTPUT ignored LANGUAGES C CXX)
endif()

# A release is made for speed, and keeps of the code only what is called. Vectors and alignment made nothing faster
# that was measured, and the code larger. Its objects have ordinary code too, which the tests link.
function(vyre_optimize target)
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${VYRE_WHOLE})
  target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections "$<$<CONFIG:Release>:-O2>"
    "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-fno-tree-vectorize;-fno-align-functions;-fno-align-jumps;-fno-align-loops>"
                                           $<$<BOOL:${VYRE_WHOLE}>:-ffat-lto-objects>)
endfunction()

# Drivers and layers stay loaded in the program to its end: sanitizers can name them in reports, and
# a driver that cannot be loaded again and again is loaded once.
function(vyre_keep_loaded target)
  if(NOT TARGET vyre_keep_loaded)
    add_library(vyre_keep_loaded OBJECT ${PROJECT_SOURCE_DIR}/tests/support/keep_loaded.c)
    vyre_flags(vyre_keep_loaded)
    target_link_options(vyre_keep_loaded INTERFACE -Wl,--export-dynamic-symbol=dlclose)
  endif()
  target_link_libraries(${target} PRIVATE vyre_keep_loaded)
endfunction()

# What every test begins with is read once, for the first of them: a third of the time of compiling them.
function(vyre_common_test_headers target)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${VYRE_FALSE_ALARMS}>")
  get_property(first GLOBAL PROPERTY VYRE_FIRST_TEST)
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:gmock/gmock.h>")
    set_property(GLOBAL PROPERTY VYRE_FIRST_TEST ${target})
  endif()
endfunction()

# vyre_test(ir ROOMS ir SOURCES a_test.cpp): the GoogleTest program ir_test, one ctest entry.
function(vyre_test name)
  cmake_parse_arguments(PARSE_ARGV 1 TEST "" "" "ROOMS;SOURCES")
  add_executable(${name}_test ${TEST_SOURCES})
  vyre_flags(${name}_test)
  vyre_keep_loaded(${name}_test)
  list(TRANSFORM TEST_ROOMS PREPEND vyre_)
  target_link_libraries(${name}_test PRIVATE ${TEST_ROOMS} vyre_test_support)
  vyre_common_test_headers(${name}_test)
  add_test(NAME ${name} COMMAND ${name}_test)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${VYRE_TEST_ENVIRONMENT}")
endfunction()
