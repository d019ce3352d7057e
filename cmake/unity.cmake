# SPDX-License-Identifier: MIT
# Files of a folder compiled together: templates that many of them use are instantiated once, a third less for a whole
# build; a change of one file costs that of its neighbours. On in the presets that are mostly built as a whole.
# Names in anonymous namespaces of one folder therefore differ (tests/tree/test_tree.py).
option(CORBEL_UNITY "Compile the files of a folder together" OFF)

# use_unity(target): eight at a time, so that several processors still share a folder.
function(use_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${CORBEL_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()
