# What is installed besides the library: the tool, and the sources of the bindings, which Cargo and Go
# take from a path.
if(VYRE_BUILD_TOOLS)
  # The tool finds the library wherever the prefix is moved; distributions set
  # CMAKE_SKIP_INSTALL_RPATH.
  file(RELATIVE_PATH libdir ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(vyre PROPERTIES INSTALL_RPATH "$ORIGIN/${libdir}")
  install(TARGETS vyre RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
endif()

foreach(language rust go)
  install(DIRECTORY bindings/${language}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/vyre_driver COMPONENT bindings OPTIONAL
    PATTERN target EXCLUDE PATTERN published EXCLUDE PATTERN ".*" EXCLUDE)
endforeach()
