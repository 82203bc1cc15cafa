# What an installation holds: the header, the library and its pkg-config file, which finds both
# wherever the prefix is moved.
install(TARGETS vyre_driver
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT driver NAMELINK_COMPONENT driver
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT driver
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT driver)
install(FILES ${PROJECT_SOURCE_DIR}/include/vyre_driver.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT driver)

# What linking the static library takes besides it. The C++ runtime is whatever this compiler uses.
set(VYRE_PC_PRIVATE "-lcjson -pthread")
foreach(library ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
  if(library MATCHES "^(stdc\\+\\+|c\\+\\+|m)$")
    string(APPEND VYRE_PC_PRIVATE " -l${library}")
  endif()
endforeach()
foreach(library ${CMAKE_DL_LIBS})
  string(APPEND VYRE_PC_PRIVATE " -l${library}")
endforeach()

# A static installation has no other: its users cannot know that they must ask for --static.
set(VYRE_PC_LIBS "-L\${libdir} -lvyre_driver")
if(NOT BUILD_SHARED_LIBS)
  string(APPEND VYRE_PC_LIBS " ${VYRE_PC_PRIVATE}")
  set(VYRE_PC_PRIVATE "")
endif()

file(RELATIVE_PATH VYRE_PC_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" VYRE_PC_PREFIX "${VYRE_PC_PREFIX}")
configure_file(${PROJECT_SOURCE_DIR}/pkgconfig/vyre_driver.pc.in
               ${PROJECT_BINARY_DIR}/vyre_driver.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/vyre_driver.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT driver)
