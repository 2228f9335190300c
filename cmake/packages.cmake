# What is installed, and the Debian packages made of it: program, library, Python module.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS rebond_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY papers/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rebond/papers COMPONENT program)
foreach(page man:rebond.1:${CMAKE_INSTALL_MANDIR}/man1
             bash:rebond:${CMAKE_INSTALL_DATADIR}/bash-completion/completions
             zsh:_rebond:${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
             fish:rebond.fish:${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  string(REGEX MATCH "^([^:]+):([^:]+):(.*)$" matched ${page})
  set(text ${PROJECT_BINARY_DIR}/pages/${CMAKE_MATCH_1}/${CMAKE_MATCH_2})
  set(folder ${CMAKE_MATCH_3})
  add_custom_command(OUTPUT ${text} DEPENDS rebond_cli
                     COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/pages/${CMAKE_MATCH_1}
                     COMMAND $<TARGET_FILE:rebond_cli> pages ${CMAKE_MATCH_1} > ${text})
  list(APPEND pages ${text})
  install(FILES ${text} DESTINATION ${folder} COMPONENT program)
endforeach()
add_custom_target(rebond_pages ALL DEPENDS ${pages})

install(TARGETS rebond EXPORT rebondTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY rebond ${PROJECT_BINARY_DIR}/generated/rebond DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT library FILES_MATCHING PATTERN "*.hpp")
install(EXPORT rebondTargets NAMESPACE rebond:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rebond COMPONENT library)
configure_package_config_file(cmake/rebondConfig.cmake.in ${PROJECT_BINARY_DIR}/rebondConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rebond)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rebondConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rebondConfig.cmake ${PROJECT_BINARY_DIR}/rebondConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rebond COMPONENT library)
if(MPI_C_FOUND)
  set(REBOND_PC_LIBS "-lmpi")
endif()
# From the folder of the file itself, so that the package works wherever it is put.
file(RELATIVE_PATH REBOND_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/rebond.pc.in ${PROJECT_BINARY_DIR}/rebond.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/rebond.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

if(REBOND_BUILD_PYTHON)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/python/rebond DESTINATION lib/python3/dist-packages COMPONENT python
          PATTERN "__pycache__" EXCLUDE)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rebond)
set(CPACK_PACKAGE_CONTACT "the rebond developers <rebond@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME rebond)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME librebond-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
    "libeigen3-dev, libfmt-dev, nlohmann-json3-dev, libtomlplusplus-dev, libhdf5-dev, libsqlite3-dev, pkg-config")
if(MPI_C_FOUND)
  string(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ", libopenmpi-dev")
endif()
if(REBOND_BUILD_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-rebond)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  # The module is for the minor version that it was compiled with.
  get_property(minor GLOBAL PROPERTY REBOND_PYTHON_MINOR)
  math(EXPR next "${minor} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.${minor}), python3 (<< 3.${next}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-matplotlib, rebond")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-xarray")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/cmake/debian/postinst"
      "${PROJECT_SOURCE_DIR}/cmake/debian/prerm")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
endif()
include(CPack)
