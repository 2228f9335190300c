# Text files as constants of a program.
#
#     embed_text(target file symbol)
#
# adds to `target` a source that defines `const std::string_view rebond::symbol` with the text of `file`,
# made anew whenever the file changes.

if(CMAKE_SCRIPT_MODE_FILE)
  # The build's half: cmake -Dinput=… -Doutput=… -Dsymbol=… -P embed_text.cmake
  file(READ "${input}" text)
  file(WRITE "${output}" "#include <string_view>\n\nnamespace rebond {\n\n"
       "extern const std::string_view ${symbol};\n"
       "constinit const std::string_view ${symbol} = R\"~text~(" "${text}" ")~text~\";\n\n}  // namespace rebond\n")
  return()
endif()

set(embed_text_script "${CMAKE_CURRENT_LIST_FILE}")

function(embed_text target file symbol)
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
  add_custom_command(
    OUTPUT "${generated}"
    COMMAND ${CMAKE_COMMAND} "-Dinput=${file}" "-Doutput=${generated}" "-Dsymbol=${symbol}" -P "${embed_text_script}"
    DEPENDS "${file}" "${embed_text_script}"
    COMMENT "Embedding ${symbol}"
    VERBATIM)
  target_sources(${target} PRIVATE "${generated}")
endfunction()
