# What an installation holds: the header, the libraries, their packages for pkg-config and CMake, the
# license. Both packages find the rest wherever the prefix is moved.
include(CMakePackageConfigHelpers)

# install_form(shared vyre_driver): one form of the library and the targets file that describes it.
function(install_form form target)
  install(TARGETS ${target} EXPORT vyre_driver_${form}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT driver
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT driver)
  install(EXPORT vyre_driver_${form} NAMESPACE vyre:: FILE vyre_driver-${form}.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre_driver COMPONENT driver)
endfunction()
if(BUILD_SHARED_LIBS)
  install_form(shared vyre_driver)
else()
  install_form(static vyre_driver)
endif()
if(TARGET vyre_driver_static)
  install_form(static vyre_driver_static)
endif()

file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/vyre_driver*)
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT driver)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/vyre_driver COMPONENT driver)
# The pages that the headers name.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/vyre_driver COMPONENT driver FILES_MATCHING PATTERN "*.md")

# For CMake.
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/vyre_driver-config.cmake.in
  ${PROJECT_BINARY_DIR}/vyre_driver-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre_driver NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/vyre_driver-config-version.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/vyre_driver-config.cmake
  ${PROJECT_BINARY_DIR}/vyre_driver-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vyre_driver COMPONENT driver)

# For pkg-config.
list(TRANSFORM VYRE_RUNTIME_LIBRARIES REPLACE "^([^-].*)" "-l\\1" OUTPUT_VARIABLE runtime)
list(JOIN runtime " " runtime)
set(needs "-lcjson ${runtime}")
if(VYRE_SPIRV_TOOLS)
  string(PREPEND needs "-lSPIRV-Tools-opt -lSPIRV-Tools ")
endif()

# A directory within the prefix moves with it; a distribution may have put it elsewhere.
foreach(directory INCLUDEDIR LIBDIR)
  set(${directory} "${CMAKE_INSTALL_${directory}}")
  if(NOT IS_ABSOLUTE "${${directory}}")
    string(PREPEND ${directory} "\${prefix}/")
  endif()
endforeach()
file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" up "${up}")

# The template names its variables like these functions.
function(configure_pc file prefix includedir libdir)
  configure_file(${PROJECT_SOURCE_DIR}/pkgconfig/vyre_driver.pc.in ${PROJECT_BINARY_DIR}/${file} @ONLY)
endfunction()

# install_pc(NAME LIBS PRIVATE): what links the library, and what --static adds.
function(install_pc VYRE_PC_NAME VYRE_PC_LIBS VYRE_PC_PRIVATE)
  configure_pc(${VYRE_PC_NAME}.pc "\${pcfiledir}/${up}" "${INCLUDEDIR}" "${LIBDIR}")
  install(FILES ${PROJECT_BINARY_DIR}/${VYRE_PC_NAME}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT driver)
  # With the build folder in PKG_CONFIG_PATH, the library of the build folder.
  configure_pc(${VYRE_PC_NAME}-uninstalled.pc "${PROJECT_SOURCE_DIR}" "\${prefix}/include"
    "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()
# A static installation has no other form: its users cannot know that they must ask for --static.
if(BUILD_SHARED_LIBS)
  install_pc(vyre_driver "-lvyre_driver" "${needs}")
else()
  install_pc(vyre_driver "-lvyre_driver ${needs}" "")
endif()
# Beside the shared library the linker takes the static one by its file alone.
if(TARGET vyre_driver_static OR NOT BUILD_SHARED_LIBS)
  install_pc(vyre_driver_static "\${libdir}/libvyre_driver.a ${needs}" "")
endif()
