# The two forms of the library: the objects of the rooms that speak C, and what these need of the others.
set(VYRE_OBJECT_ROOMS "")
set(VYRE_OBJECTS "")
set(VYRE_ARCHIVES "")
foreach(room IN LISTS VYRE_ROOMS)
  get_target_property(kind vyre_${room} TYPE)
  if(kind STREQUAL "STATIC_LIBRARY")
    list(PREPEND VYRE_ARCHIVES vyre_${room})
  elseif(kind STREQUAL "OBJECT_LIBRARY")
    list(APPEND VYRE_OBJECT_ROOMS vyre_${room})
    list(APPEND VYRE_OBJECTS $<TARGET_OBJECTS:vyre_${room}>)
  endif()
endforeach()

# What linking the static library takes besides it. The C++ runtime is named, so that C programs
# link it with their own compiler; it is the one of the compiler that made the objects.
set(VYRE_RUNTIME_LIBRARIES ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER VYRE_RUNTIME_LIBRARIES INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|m)$")
list(REMOVE_DUPLICATES VYRE_RUNTIME_LIBRARIES)
list(APPEND VYRE_RUNTIME_LIBRARIES ${CMAKE_DL_LIBS} -pthread)

function(vyre_shared_library target)
  set(map ${PROJECT_SOURCE_DIR}/src/capi/vyre_driver.map)
  add_library(${target} SHARED ${VYRE_OBJECTS})
  vyre_flags(${target})
  set_target_properties(${target} PROPERTIES
    SOVERSION ${VYRE_SONAME_VERSION}
    LINK_DEPENDS ${map}
    INTERPROCEDURAL_OPTIMIZATION ${VYRE_WHOLE})
  target_link_libraries(${target} PRIVATE ${VYRE_ARCHIVES} Threads::Threads)
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${map} -Wl,--exclude-libs,ALL -Wl,-z,now -Wl,--gc-sections)
  if(VYRE_WHOLE)
    target_link_options(${target} PRIVATE -fno-gnu-unique -flto-partition=one)
  endif()
  if(NOT VYRE_SANITIZE) # a sanitizer's runtime stays undefined until the program starts
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
endfunction()

# An archive of one object whose only public symbols are vyre_*: it lives in a host that has its own
# volk or any other copy of what is inside, also under --whole-archive. Section groups are dissolved,
# or a linker would drop ours for the host's of the same name although our symbols are local. Code for
# link-time optimization would bring its own list of public symbols, so none is kept.
function(vyre_static_library target)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/vyre_driver.o)
  list(TRANSFORM VYRE_ARCHIVES REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
  set(whole "")
  if(VYRE_WHOLE)
    # GCC 12 fails with partitions.
    set(whole -fno-gnu-unique -flto=auto -flto-partition=none -flinker-output=nolto-rel)
  endif()
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib ${whole} -Wl,--force-group-allocation -o ${object}
            ${VYRE_OBJECTS} -Wl,--start-group ${archives} -Wl,--end-group
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=vyre_* --remove-section=.gnu.lto_*
            ${object}
    DEPENDS ${VYRE_OBJECT_ROOMS} ${VYRE_OBJECTS} ${VYRE_ARCHIVES}
    COMMENT "Merging the static library into one object"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_library(${target} STATIC ${object})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
  target_compile_definitions(${target} INTERFACE VYRE_STATIC)
  # By their names as libraries, so that an installed package needs no package of theirs.
  set(tools "")
  if(VYRE_SPIRV_TOOLS)
    set(tools -lSPIRV-Tools-opt -lSPIRV-Tools)
  endif()
  target_link_libraries(${target} INTERFACE cjson ${tools} ${VYRE_RUNTIME_LIBRARIES})
endfunction()

# vyre_public(vyre_driver driver): what everybody links as vyre::driver, in the tree and installed.
function(vyre_public target name)
  add_library(vyre::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME vyre_driver EXPORT_NAME ${name})
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()
