-- One row per accepted version of a span: span-row's columns of row version 3, and the place of the row in
-- the log. The table takes the place of `spans` once the rows of the former layout are copied (docs/adr/127).
CREATE TABLE IF NOT EXISTS {{database}}.spans_next {{on_cluster}}
(
  `project_id` UUID CODEC(ZSTD(1)),
  -- Strictly increasing within a gateway; blocks hold them nearly sorted.
  `received_at` DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  -- The spans of a trace are neighbours, so that most ids repeat the one before.
  `trace_id` FixedString(16) CODEC(ZSTD(1)),
  -- Random and unique: no codec makes it smaller.
  `span_id` FixedString(8) CODEC(NONE),
  `parent_id` FixedString(8) CODEC(ZSTD(1)),
  `start_time` DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `end_time` DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `present` UInt32 CODEC(ZSTD(1)),
  `trace_type` LowCardinality(String) CODEC(ZSTD(1)),
  `span_type` LowCardinality(String) CODEC(ZSTD(1)),
  `span_kind` LowCardinality(String) CODEC(ZSTD(1)),
  `status_code` LowCardinality(String) CODEC(ZSTD(1)),
  `model` LowCardinality(String) CODEC(ZSTD(1)),
  -- Not LowCardinality: producers put ids into names.
  `span_name` String CODEC(ZSTD(1)),
  -- The ids of roots; the two columns after them have those of every span.
  `session_id` String CODEC(ZSTD(1)),
  `user_id` String CODEC(ZSTD(1)),
  `ag_session_id` String CODEC(ZSTD(1)),
  `ag_user_id` String CODEC(ZSTD(1)),
  `duration_ms` Float64 CODEC(ZSTD(1)),
  `errors_incremental` Float64 CODEC(ZSTD(1)),
  `errors_cumulative` Float64 CODEC(ZSTD(1)),
  `tokens_prompt_incremental` Float64 CODEC(ZSTD(1)),
  `tokens_completion_incremental` Float64 CODEC(ZSTD(1)),
  `tokens_total_incremental` Float64 CODEC(ZSTD(1)),
  `tokens_total_cumulative` Float64 CODEC(ZSTD(1)),
  `costs_prompt_incremental` Float64 CODEC(ZSTD(1)),
  `costs_completion_incremental` Float64 CODEC(ZSTD(1)),
  `costs_total_incremental` Float64 CODEC(ZSTD(1)),
  `costs_total_cumulative` Float64 CODEC(ZSTD(1)),
  `submitted_errors` Float64 CODEC(ZSTD(1)),
  `submitted_tokens_prompt` Float64 CODEC(ZSTD(1)),
  `submitted_tokens_completion` Float64 CODEC(ZSTD(1)),
  `submitted_tokens_total` Float64 CODEC(ZSTD(1)),
  `submitted_costs_prompt` Float64 CODEC(ZSTD(1)),
  `submitted_costs_completion` Float64 CODEC(ZSTD(1)),
  `submitted_costs_total` Float64 CODEC(ZSTD(1)),
  `service_name` LowCardinality(String) CODEC(ZSTD(1)),
  `service_version` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_name` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_version` LowCardinality(String) CODEC(ZSTD(1)),
  -- What reads show and no sum needs, in one text, because each column costs CPU in every insert and merge: 64
  -- bytes of members with a fixed size, the end of each text, the texts. Aliases would cost 2 ms per statement.
  `packed` String CODEC(ZSTD(1)),
  `attributes` String CODEC(ZSTD(1)),
  -- The paths of the scalar attributes by type. Producers have few sets of them.
  `string_keys` LowCardinality(String) CODEC(ZSTD(1)),
  `number_keys` LowCardinality(String) CODEC(ZSTD(1)),
  `bool_keys` LowCardinality(String) CODEC(ZSTD(1)),
  -- The numbers at `number_keys`, in their order.
  `number_values` Array(Float64) CODEC(ZSTD(1)),
  -- Hashes of path and value; 0 marks a row that lacks some of them.
  `attribute_hashes` Array(UInt32) CODEC(ZSTD(1)),
  -- Constants of a block, added by the INSERT. They order deletes and snapshots; clocks do not.
  `log_partition` UInt32 CODEC(ZSTD(1)),
  `log_offset` UInt64 CODEC(Delta(8), ZSTD(1)),

  -- Deletes name traces without their times.
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.01) GRANULARITY 1,
  -- Spans are looked up by their own id, too, without any time.
  INDEX span_id_bloom span_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX attribute_hashes_bloom attribute_hashes TYPE bloom_filter(0.01) GRANULARITY 1,
  -- Words of the JSON texts, names of members among them. They cost more than all other work of a merge, so
  -- that they are built later, for data that has settled (docs/adr/128).
  INDEX attributes_words_bloom arrayFlatten(arrayMap(t -> tokens(replaceRegexpAll(lowerUTF8(t), '(?:\\\\(?:u[0-9a-f]{4}|.)|[^\\p{L}\\p{Nd}\\x00-\\x7f])+', ' ')), [attributes])) TYPE bloom_filter(0.025) GRANULARITY 1,
  INDEX events_words_bloom arrayFlatten(arrayMap(t -> tokens(replaceRegexpAll(lowerUTF8(substring(t, 1 + reinterpretAsUInt32(substring(t, 93, 4)), reinterpretAsUInt32(substring(t, 97, 4)) - reinterpretAsUInt32(substring(t, 93, 4)))), '(?:\\\\(?:u[0-9a-f]{4}|.)|[^\\p{L}\\p{Nd}\\x00-\\x7f])+', ' ')), [packed])) TYPE bloom_filter(0.025) GRANULARITY 1,
  -- Errors are rare, and asked for by service: a granule has few pairs, and most have no such error.
  INDEX outcome_set (service_name, status_code) TYPE set(100) GRANULARITY 1,
  INDEX duration_minmax duration_ms TYPE minmax GRANULARITY 1,
  -- The rows of one block of the log, when it has to be known whether they arrived.
  INDEX log_offset_minmax log_offset TYPE minmax GRANULARITY 8,

  -- RowBinary brings any bytes into a column: these are what would break reads for all others.
  CONSTRAINT times_in_range CHECK start_time >= toDateTime64('1900-01-01 00:00:00', 9, 'UTC') AND end_time >= toDateTime64('1900-01-01 00:00:00', 9, 'UTC'),
  CONSTRAINT received_in_range CHECK received_at >= toDateTime64('2000-01-01 00:00:00', 9, 'UTC') AND received_at < toDateTime64('2149-01-01 00:00:00', 9, 'UTC'),
  CONSTRAINT retention_in_range CHECK retention_days <= 3650,
  CONSTRAINT trace_id_not_zero CHECK trace_id != toFixedString('', 16),
  CONSTRAINT span_id_not_zero CHECK span_id != toFixedString('', 8),
  CONSTRAINT attributes_end_closed CHECK endsWith(attributes, '}}') AND length(attributes) <= 67108864,
  CONSTRAINT packed_is_whole CHECK length(packed) >= 112 AND reinterpretAsUInt32(substring(packed, 109, 4)) = length(packed),
  CONSTRAINT metrics_closed CHECK endsWith(substring(packed, 1 + reinterpretAsUInt32(substring(packed, 73, 4)), reinterpretAsUInt32(substring(packed, 77, 4)) - reinterpretAsUInt32(substring(packed, 73, 4))), '}')
)
-- Only the copies of one version are merged into one: blocks that were repeated (docs/adr/053).
ENGINE = {{replicated spans_2}}ReplacingMergeTree(received_at)
-- By receipt, not by start: a producer's wild clock makes no partition, and whole parts expire.
PARTITION BY (retention_days, toStartOfWeek(received_at))
-- A bucket of ten seconds, then the trace: newest pages read few buckets, and the spans of a trace are
-- neighbours. toStartOfInterval would wrap outside of 1970 to 2106 (docs/adr/127).
PRIMARY KEY (project_id, intDiv(toUnixTimestamp64Nano(start_time), 10000000000), trace_id)
-- Versions of a span stay apart: which of them counts depends on deletes and snapshots, and reads say so.
ORDER BY (project_id, intDiv(toUnixTimestamp64Nano(start_time), 10000000000), trace_id, start_time, span_id, received_at, log_offset)
-- 0 days = for ever: the last moment a TTL can have. One of 0 would count as missing, and every merge
-- would compute it again, row by row (docs/adr/050).
TTL if(retention_days = 0, toDateTime('2106-02-07 06:28:15', 'UTC'), toDateTime(received_at, 'UTC') + toIntervalDay(retention_days)) DELETE
SETTINGS
  ttl_only_drop_parts = 1,
  -- A page reads whole rows of many traces: small granules and small compressed blocks make that cheap (docs/adr/050).
  index_granularity = 512,
  -- Rows with long texts come in smaller granules, because a read decodes whole granules.
  index_granularity_bytes = 1048576,
  min_compress_block_size = 16384,
  -- Blocks of the log arrive as compact parts, one file each: a wide one costs as much CPU again,
  -- and every file of it is flushed on its own.
  min_bytes_for_wide_part = 67108864,
  -- Column by column, however few the rows: with many columns that costs less than row by row.
  vertical_merge_algorithm_min_rows_to_activate = 1,
  exclude_materialize_skip_indexes_on_merge = 'attributes_words_bloom, events_words_bloom',
  -- The newest spans are read most, and their parts are new.
  prewarm_mark_cache = 1,
  prewarm_primary_key_cache = 1,
  -- A row is merged once where the default merges it twice; lists read a few parts more.
  merge_selector_base = 15,
  -- What a block has inserted survives a power cut before its offset is committed.
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  -- 100 blocks of each of up to 128 log partitions and 8 table partitions (docs/adr/053).
  non_replicated_deduplication_window = 102400,
  replicated_deduplication_window = 102400,
  replicated_deduplication_window_seconds = 604800
