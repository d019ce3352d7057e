# SPDX-License-Identifier: MIT
# All tests, folder by folder. Labels: tests/CMakeLists.txt. Files whose tests run several threads are programs of their own, so
# that the tsan preset compiles no others.
corbel_test(core SOURCES test_error.cpp test_interrupt.cpp test_log.cpp test_threads.cpp DEPENDS core LABELS quick memory threads)
corbel_test(math SOURCES test_cone.cpp test_frame.cpp test_lorentz.cpp test_polar.cpp test_rotation.cpp DEPENDS math LABELS quick memory)
corbel_test(linalg SOURCES test_anderson.cpp test_batched_cholesky.cpp test_block_sparse.cpp test_conjugate_gradients.cpp test_eigenpairs.cpp test_gmres.cpp test_implicit_part.cpp test_largest_eigenvalue.cpp
            test_pivoted_cholesky.cpp test_sparse_cholesky.cpp test_sparse_lu.cpp DEPENDS linalg LABELS nightly_threads LONG)
corbel_test(linalg NAME linalg_threads SOURCES test_local_operator.cpp DEPENDS linalg LABELS memory threads)
corbel_test(geometry SOURCES half_spaces.cpp test_convex.cpp test_convex_ellipsoid.cpp test_ellipsoid.cpp test_ellipsoid_contact.cpp test_exposed.cpp test_face_gap.cpp
            test_hull.cpp test_mass_properties.cpp test_overlap.cpp test_overlap_measures.cpp test_patch.cpp test_principal_axes.cpp
            test_sphere_contact.cpp test_split.cpp test_warped.cpp DEPENDS geometry LABELS memory LONG)
corbel_test(geometry NAME geometry_fuzz SOURCES fuzz_pairs.cpp half_spaces.cpp separating_axes.cpp test_fuzz.cpp test_fuzz_spheres.cpp DEPENDS geometry LONG)
corbel_test(elements SOURCES ../fem/meshes.cpp test_quadrature.cpp test_shape_functions.cpp DEPENDS fem)
corbel_test(mesh SOURCES test_bend.cpp test_ellipsoid.cpp test_hex.cpp test_merge_nodes.cpp test_mesh.cpp test_pipe.cpp test_rough_hex.cpp test_split.cpp
            DEPENDS mesh LABELS memory LONG)
corbel_test(fem SOURCES meshes.cpp test_fill_mesh.cpp test_locate.cpp test_overlapping_elements.cpp test_patch.cpp test_saint_venant_kirchhoff.cpp
            test_solid.cpp test_strain_limits.cpp test_surface_load.cpp DEPENDS fem LABELS nightly_threads)
corbel_test(fem NAME fem_threads SOURCES meshes.cpp test_tangent.cpp DEPENDS fem LABELS threads)
corbel_test(fem NAME element_kinds SOURCES meshes.cpp test_element_kinds.cpp test_tet10_solid.cpp DEPENDS bodies)
corbel_test(bodies SOURCES test_pseudo_rigid_body.cpp test_rigid_body.cpp test_shape.cpp test_split.cpp test_state.cpp DEPENDS bodies)
corbel_test(bodies NAME reduced_kinematics SOURCES ../fem/meshes.cpp test_reduced_kinematics.cpp DEPENDS bodies)
corbel_test(bodies NAME finite_element_bodies SOURCES ../fem/meshes.cpp test_body_template.cpp test_consistent_mass.cpp test_corotated_body.cpp test_corotated_operator.cpp test_linear_body.cpp test_tangent_solver.cpp
            test_total_lagrangian_body.cpp DEPENDS bodies)
corbel_test(constraints SOURCES test_block_methods.cpp test_cohesion.cpp test_expansion.cpp test_law_questions.cpp test_prescribed_velocity.cpp test_rigid_link.cpp
            test_signorini_coulomb.cpp test_spring.cpp test_spring_dashpot.cpp DEPENDS constraints LABELS quick)
corbel_test(model SOURCES ../fem/meshes.cpp test_contact_filter.cpp test_joint.cpp test_material.cpp test_model.cpp test_motion_path.cpp test_surface_load.cpp
            test_time_series.cpp DEPENDS model)
corbel_test(contact SOURCES test_deforming.cpp test_narrow_phase.cpp test_new_contacts.cpp test_point_reduction.cpp test_self_contact.cpp
            test_shape_overlap.cpp test_sparsify.cpp DEPENDS contact LABELS memory nightly_threads)
corbel_test(contact NAME contact_threads SOURCES test_broad_phase.cpp test_broad_phase_motion.cpp test_detect.cpp DEPENDS contact LABELS memory threads LONG)
corbel_test(solvers SOURCES test_active_set.cpp test_anderson_gauss_seidel.cpp test_bilateral_groups.cpp test_cone_systems.cpp test_frictionless.cpp
            test_gauss_seidel.cpp test_gauss_seidel_options.cpp test_joint_elimination.cpp test_joint_system.cpp test_lemke.cpp test_nesterov.cpp test_newton_first.cpp test_penalty.cpp test_portfolio.cpp test_residual.cpp
            DEPENDS solvers LABELS nightly_threads)
corbel_test(solvers NAME solvers_threads SOURCES test_colouring.cpp test_contact_parts.cpp test_sweeps.cpp DEPENDS solvers LABELS memory threads)
corbel_test(solvers NAME factor_widths SOURCES test_factor_widths.cpp DEPENDS solvers LABELS threads)
corbel_test(solvers NAME random_problems SOURCES test_random.cpp DEPENDS solvers LONG)
corbel_test(local_dynamics SOURCES test_localize.cpp test_matrix_free_compliance.cpp DEPENDS local_dynamics LABELS memory threads)
corbel_test(output SOURCES test_broken_files.cpp test_describe.cpp test_format4.cpp test_killed_writer.cpp test_result_file.cpp DEPENDS output LABELS memory)
target_compile_definitions(test_output PRIVATE CORBEL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data")
corbel_test(fclib SOURCES test_bad_files.cpp test_contacts_only.cpp test_forms.cpp test_global.cpp test_public.cpp test_public_solved.cpp test_round_trip.cpp DEPENDS fclib LABELS memory)
target_compile_definitions(test_fclib PRIVATE CORBEL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data")
if(TARGET corbel_siconos)
  corbel_test(siconos SOURCES test_siconos.cpp DEPENDS fclib siconos)
  target_compile_definitions(test_siconos PRIVATE CORBEL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data")
endif()
corbel_test(step NAME step_stages SOURCES test_advance.cpp test_joint_reactions.cpp test_predict.cpp test_solve_pending.cpp DEPENDS run LABELS nightly_threads)
corbel_test(step NAME step_threads SOURCES test_same_bits.cpp DEPENDS step LABELS memory threads)
corbel_test(step NAME reduced_bodies SOURCES ../fem/meshes.cpp test_reduced_body.cpp DEPENDS run)
corbel_test(step SOURCES test_poisson_impact.cpp DEPENDS run LABELS nightly_threads)
corbel_test(run SOURCES test_certificate.cpp test_changing_model.cpp test_clock.cpp test_compare_model.cpp test_dump_problem.cpp test_frame.cpp test_inspect.cpp test_interrupt.cpp test_limits.cpp
            test_progress.cpp test_removed_energies.cpp test_resume.cpp test_resume_kept.cpp test_run.cpp DEPENDS run LABELS nightly_threads)
corbel_test(physics SOURCES test_arch.cpp test_at_rest.cpp test_backward_euler.cpp test_conservation.cpp test_ellipsoids.cpp test_energy.cpp test_friction.cpp
            test_impact.cpp test_joints.cpp test_loads.cpp test_obstacle_motion.cpp test_patches.cpp test_pendulums.cpp test_poisson.cpp test_prescribed.cpp test_pseudo_rigid_contact.cpp test_pseudo_rigid_rest.cpp test_restart.cpp test_rigid_motion.cpp
            test_rocking.cpp test_self_contact_fe.cpp test_shaken_wall.cpp test_shape_in_mesh.cpp test_surface_loads.cpp DEPENDS scenes run)
corbel_test(physics NAME physics_references SOURCES test_pseudo_rigid.cpp DEPENDS run LONG)
corbel_test(physics NAME physics_laws SOURCES test_cohesion.cpp test_hinge.cpp test_spring_dashpot.cpp test_springs.cpp test_strength.cpp DEPENDS run)
corbel_test(physics_deformable SOURCES test_bar_impact.cpp test_brick_impact.cpp test_damping.cpp test_energy_audit.cpp test_matrix_free.cpp test_pipe_impact.cpp test_rocking.cpp test_rotating_bar.cpp
            test_rotation.cpp test_strains.cpp test_templates.cpp test_vibration.cpp DEPENDS run)
corbel_test(physics_deformable NAME thin_points SOURCES test_thin_points.cpp DEPENDS run)
corbel_test(physics_deformable NAME second_order SOURCES ../fem/meshes.cpp test_second_order.cpp DEPENDS run)
corbel_test(physics_deformable NAME brick_impact_81fbi SOURCES test_brick_impact_81fbi.cpp DEPENDS run LABELS nightly)
target_compile_definitions(test_brick_impact_81fbi PRIVATE CORBEL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data" CORBEL_SHARED_DATA="${CMAKE_SOURCE_DIR}/../shared/data")
corbel_test(physics_deformable NAME physics_deformable_threads SOURCES test_same_bits.cpp DEPENDS run LABELS nightly_threads)
target_compile_definitions(test_physics_deformable PRIVATE CORBEL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data")
target_compile_definitions(test_second_order PRIVATE CORBEL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data")
target_compile_definitions(test_physics_deformable_threads PRIVATE CORBEL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/data")
corbel_test(statics SOURCES test_beam_on_supports.cpp test_cantilever.cpp test_contact.cpp test_hertz.cpp test_inverted.cpp test_line_contact.cpp test_patch.cpp test_pin.cpp test_plates.cpp test_shells.cpp test_springs.cpp test_standing.cpp test_supports.cpp test_vessels.cpp test_work.cpp ../fem/meshes.cpp DEPENDS run)
corbel_test(physics NAME physics_threads SOURCES test_same_bits.cpp DEPENDS run LABELS nightly_threads)
# OpenBLAS: kernels that every x86-64 processor of today has, so that hashes hold on all of them.
corbel_test(recorded SOURCES recorded.cpp scenes_contact.cpp scenes_joints.cpp scenes_statics.cpp test_recorded.cpp DEPENDS run
            ENVIRONMENT OPENBLAS_CORETYPE=Nehalem)
target_compile_definitions(test_recorded PRIVATE CORBEL_TEST_DATA="${CMAKE_CURRENT_SOURCE_DIR}/recorded/data")

corbel_pytest(launcher/test_launcher.py)
corbel_pytest(python/test_checks.py)
corbel_pytest(python/test_command_line.py)
corbel_pytest(python/test_contact_points.py)
corbel_pytest(python/test_corbel.py)
corbel_pytest(python/test_deck.py COST 20)
corbel_pytest(python/test_deformable.py)
corbel_pytest(python/test_docs.py)
corbel_pytest(python/test_draw.py COST 12)
corbel_pytest(python/test_fclib.py)
corbel_pytest(python/test_gauss_seidel.py)
corbel_pytest(python/test_generators.py)
corbel_pytest(python/test_history.py)
corbel_pytest(python/test_laws.py)
corbel_pytest(python/test_members.py)
corbel_pytest(python/test_motions.py)
corbel_pytest(python/test_meshes.py)
corbel_pytest(python/test_mistakes.py)
corbel_pytest(python/test_pseudo_rigid.py)
corbel_pytest(python/test_restitution.py)
corbel_pytest(python/test_result_files.py)
corbel_pytest(python/test_rough_edges.py)
corbel_pytest(python/test_solfec_deformable.py)
corbel_pytest(python/test_solfec_model.py)
corbel_pytest(python/test_solfec_run.py)
corbel_pytest(python/test_solfec_shapes.py)
corbel_pytest(python/test_solve_command.py COST 13)
corbel_pytest(python/test_solvers.py)
corbel_pytest(python/test_states.py)
corbel_pytest(python/test_statics.py)
corbel_pytest(python/test_step_rules.py COST 10)
corbel_pytest(python/test_strains.py)
corbel_pytest(python/test_surface_loads.py)
corbel_pytest(python/test_types.py COST 30)
corbel_pytest(tree/test_tree.py)
corbel_pytest(examples/test_examples.py COST 60)
