es_test(io_scene_test
  SOURCES io/scene/combined_shapes_test.cpp io/scene/language_test.cpp io/scene/scene_errors_test.cpp io/scene/scene_files_test.cpp io/scene/scene_overrides_test.cpp
          io/scene/scene_schema_test.cpp io/scene/write_scene_test.cpp
  LINKS io fmt::fmt
  LABELS unit)
target_compile_definitions(io_scene_test PRIVATE ES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
es_test(io_child_work_test SOURCES io/child_work_test.cpp LINKS io LABELS unit)
es_test(io_archive_test SOURCES io/archive_test.cpp io/printable_test.cpp LINKS io es_hdf5 LABELS unit)
es_test(io_vdb_test SOURCES io/vdb/vdb_surface_test.cpp io/vdb/vdb_test.cpp sanitizer_options.cpp LINKS io es_openvdb LABELS unit analytic
        TOGETHER UNOPTIMISED)
es_test(io_output_test
  SOURCES io/preview/look_test.cpp io/preview/obstacle_meshes_test.cpp io/preview/preview_test.cpp io/run/body_list_test.cpp io/run/records_test.cpp io/run/run_folder_test.cpp
          io/run/statistics_test.cpp io/run/surface_stages_test.cpp io/table_file_test.cpp
  LINKS io
  LABELS unit analytic)
target_compile_definitions(io_output_test PRIVATE ES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
es_test(io_matrix_market_test SOURCES io/problems/matrix_market_test.cpp LINKS io ZLIB::ZLIB LABELS unit)
es_test(io_fclib_test SOURCES io/problems/fclib_test.cpp LINKS io es_hdf5 LABELS unit)
es_test(io_mesh_test SOURCES io/mesh/embedded_test.cpp io/mesh/distinct_vertices_test.cpp io/mesh/mesh_files_test.cpp io/mesh/mesh_test.cpp io/mesh/torn_maps_test.cpp LINKS io ZLIB::ZLIB LABELS unit analytic property TOGETHER)
es_test(io_surface_test SOURCES io/surface/closing_test.cpp io/surface/inverse_map_test.cpp io/surface/overlap_test.cpp io/surface/sample_frame_test.cpp LINKS io LABELS unit analytic)
es_test(io_geometry_test SOURCES io/geometry/closed_surface_test.cpp io/geometry/image_surface_test.cpp io/geometry/mesh_test.cpp io/geometry/odd_files_test.cpp
          sanitizer_options.cpp LINKS io LABELS unit analytic property TOGETHER)
if(TARGET es_itk)
  es_test(io_images_test SOURCES io/geometry/image_files_test.cpp sanitizer_options.cpp LINKS io LABELS unit analytic)
endif()
