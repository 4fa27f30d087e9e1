import { SettingsMap } from '@clickhouse/client';

/**
 * Settings that are sent with every statement, because other values in the ClickHouse user's profile would change
 * answers or stored rows (docs/adr/121). The values are the defaults of ClickHouse unless a comment gives a reason. The
 * profile still controls time, memory and threads.
 */
export const pinnedSettings = {
  // A compiled aggregate compares DateTime64 values as unsigned numbers, so times before 1970 would exceed all others.
  compile_aggregate_expressions: 0,
  compatibility: '',

  // A statement that exceeds a limit fails instead of returning a truncated answer. The numbers of rows and bytes are
  // not limited.
  result_overflow_mode: 'throw',
  read_overflow_mode: 'throw',
  read_overflow_mode_leaf: 'throw',
  group_by_overflow_mode: 'throw',
  sort_overflow_mode: 'throw',
  distinct_overflow_mode: 'throw',
  set_overflow_mode: 'throw',
  join_overflow_mode: 'throw',
  transfer_overflow_mode: 'throw',
  timeout_overflow_mode: 'throw',
  timeout_overflow_mode_leaf: 'throw',
  max_result_rows: '0',
  max_result_bytes: '0',
  max_rows_to_read: '0',
  max_bytes_to_read: '0',
  max_rows_to_read_leaf: '0',
  max_bytes_to_read_leaf: '0',
  max_rows_to_group_by: '0',
  max_rows_to_sort: '0',
  max_bytes_to_sort: '0',
  max_rows_in_distinct: '0',
  max_bytes_in_distinct: '0',
  max_rows_in_set: '0',
  max_bytes_in_set: '0',
  max_rows_in_join: '0',
  max_bytes_in_join: '0',
  max_rows_to_transfer: '0',
  max_bytes_to_transfer: '0',
  limit: '0',
  offset: '0',

  // The following settings affect which rows a table shows.
  additional_table_filters: SettingsMap.from({}),
  additional_result_filter: '',
  final: 0,
  do_not_merge_across_partitions_select_final: 0,
  apply_deleted_mask: 1,
  use_query_cache: 0,
  enable_parallel_replicas: 0,
  prefer_global_in_and_join: 0,

  // The following settings affect the meaning of SQL.
  enable_analyzer: 1,
  transform_null_in: 0,
  join_use_nulls: 0,
  join_default_strictness: 'ALL',
  any_join_distinct_right_table_keys: 0,
  join_any_take_last_row: 0,
  joined_subquery_requires_alias: 1,
  group_by_use_nulls: 0,
  aggregate_functions_null_for_empty: 0,
  empty_result_for_aggregation_by_empty_set: 0,
  union_default_mode: '',
  prefer_column_name_to_alias: 0,
  asterisk_include_alias_columns: 0,
  asterisk_include_materialized_columns: 0,
  data_type_default_nullable: 0,
  cast_keep_nullable: 0,
  use_variant_as_common_type: 1,
  session_timezone: '',
  date_time_overflow_behavior: 'ignore',
  enable_extended_results_for_datetime_functions: 0,
  extremes: 0,
  allow_simdjson: 1,
  force_aggregation_in_order: 0,
  optimize_aggregation_in_order: 0,
  regexp_max_matches_per_row: '1000',

  // The following settings affect the format of answers.
  date_time_output_format: 'simple',
  bool_true_representation: 'true',
  bool_false_representation: 'false',
  format_tsv_null_representation: '\\N',
  output_format_float_precision: '0',
  output_format_tsv_crlf_end_of_line: 0,
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_64bit_floats: 0,
  output_format_json_quote_decimals: 0,
  output_format_json_quote_denormals: 0,
  output_format_json_array_of_rows: 0,
  output_format_json_named_tuples_as_objects: 1,
  output_format_json_skip_null_value_in_named_tuples: 0,
  output_format_json_map_as_array_of_tuples: 0,
  output_format_binary_encode_types_in_binary_format: 0,
  format_binary_max_string_size: '1073741824',
  format_binary_max_array_size: '1073741824',
} as const;

/** Settings that affect how an insert reads and stores rows. */
export const pinnedInsertSettings = {
  date_time_input_format: 'best_effort',
  zstd_window_log_max: '0',
  input_format_allow_errors_num: '0',
  input_format_allow_errors_ratio: 0,
  input_format_null_as_default: 1,
  input_format_defaults_for_omitted_fields: 1,
  input_format_skip_unknown_fields: 1,
  input_format_binary_decode_types_in_binary_format: 0,
  insert_null_as_default: 1,
  insert_shard_id: '0',
  // An insert returns only after the rows are stored.
  async_insert: 0,
  materialized_views_ignore_errors: 0,
  ignore_materialized_views_with_dropped_target_table: 0,
  lightweight_delete_mode: 'alter_update',
} as const;
