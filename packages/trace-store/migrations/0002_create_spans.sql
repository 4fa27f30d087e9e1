-- One row per accepted version of a span; span-row's columns, and the place of the row in the log.
-- Codecs are chosen by measured size, the table is in docs/adr/052. ZSTD(1) is the default of all
-- columns that say nothing else; columns that are nearly always empty cost nothing in any codec.
CREATE TABLE IF NOT EXISTS {{database}}.spans {{on_cluster}}
(
  `project_id` UUID CODEC(ZSTD(1)),
  -- Strictly increasing within a gateway; blocks hold them nearly sorted.
  `received_at` DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `created_at` DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `created_by_id` UUID CODEC(ZSTD(1)),
  `updated_at` DateTime64(9, 'UTC') CODEC(ZSTD(1)),
  `updated_by_id` UUID CODEC(ZSTD(1)),
  `retention_days` UInt16 CODEC(ZSTD(1)),
  -- Random, but the spans of a trace lie close together: ZSTD finds the repetition in large blocks.
  `trace_id` FixedString(16) CODEC(ZSTD(1)) SETTINGS (min_compress_block_size = 131072),
  -- Random and unique: no codec makes it smaller.
  `span_id` FixedString(8) CODEC(NONE),
  `parent_id` FixedString(8) CODEC(ZSTD(1)),
  -- Sorted, so the differences are small.
  `start_time` DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `end_time` DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  `present` UInt32 CODEC(ZSTD(1)),
  `flags` UInt32 CODEC(ZSTD(1)),
  `dropped_attributes_count` UInt32 CODEC(ZSTD(1)),
  `dropped_events_count` UInt32 CODEC(ZSTD(1)),
  `dropped_links_count` UInt32 CODEC(ZSTD(1)),
  `has_type_span` Bool CODEC(ZSTD(1)),
  `trace_type` LowCardinality(String) CODEC(ZSTD(1)),
  `span_type` LowCardinality(String) CODEC(ZSTD(1)),
  `span_kind` LowCardinality(String) CODEC(ZSTD(1)),
  `status_code` LowCardinality(String) CODEC(ZSTD(1)),
  `model` LowCardinality(String) CODEC(ZSTD(1)),
  -- Not LowCardinality: producers put ids into names.
  `span_name` String CODEC(ZSTD(1)),
  `status_message` String CODEC(ZSTD(1)),
  `session_id` String CODEC(ZSTD(1)),
  `user_id` String CODEC(ZSTD(1)),
  `agent_id` String CODEC(ZSTD(1)),
  `trace_state` String CODEC(ZSTD(1)),
  `metrics` String CODEC(ZSTD(1)),
  `submitted_cumulative` String CODEC(ZSTD(1)),
  `references` String CODEC(ZSTD(1)),
  `links` String CODEC(ZSTD(1)),
  `hashes` String CODEC(ZSTD(1)),
  `events` String CODEC(ZSTD(1)),
  `pricing` String CODEC(ZSTD(1)),
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
  `scope_name` LowCardinality(String) CODEC(ZSTD(1)),
  `scope_version` LowCardinality(String) CODEC(ZSTD(1)),
  `resource` String CODEC(ZSTD(1)),
  `scope` String CODEC(ZSTD(1)),
  `attributes` String CODEC(ZSTD(1)),
  `string_attributes` Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  `number_attributes` Map(LowCardinality(String), Float64) CODEC(ZSTD(1)),
  `bool_attributes` Map(LowCardinality(String), Bool) CODEC(ZSTD(1)),
  -- Constants of a block, added by the INSERT. They order deletes and snapshots; clocks do not.
  `log_partition` UInt32 CODEC(ZSTD(1)),
  `log_offset` UInt64 CODEC(Delta(8), ZSTD(1)),
  -- The session and the user of every span, roots or not (`session_id` and `user_id` are the roots'),
  -- for the lists of sessions and users; what the map may have cut is taken from the text (docs/adr/068).
  `ag_session_id` Nullable(String) MATERIALIZED multiIf(
    bitAnd(present, 2097152) != 0 OR length(string_attributes['ag.session.id']) >= 95,
    JSONExtract(attributes, 'ag', 'session', 'id', 'Nullable(String)'),
    mapContains(string_attributes, 'ag.session.id'),
    string_attributes['ag.session.id'],
    NULL
  ) CODEC(ZSTD(1)),
  `ag_user_id` Nullable(String) MATERIALIZED multiIf(
    bitAnd(present, 2097152) != 0 OR length(string_attributes['ag.user.id']) >= 95,
    JSONExtract(attributes, 'ag', 'user', 'id', 'Nullable(String)'),
    mapContains(string_attributes, 'ag.user.id'),
    string_attributes['ag.user.id'],
    NULL
  ) CODEC(ZSTD(1)),

  -- A trace id in a time range: 14 bits per trace and granule spare nearly every other granule.
  INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 1,
  -- Spans are looked up by their own id, too, without any time.
  INDEX span_id_bloom span_id TYPE bloom_filter(0.01) GRANULARITY 1,
  -- ClickHouse recognises an expression by its text, but not where constants stand in arguments of
  -- its arguments: those are inside of lambdas, or spared (docs/adr/065).
  -- Key and value hashed together: apart they are blind to a common value under a rare key. All
  -- elements of a list have one path; the bits of `present` mark the rows whose maps lack leaves.
  INDEX string_pairs_bloom arrayConcat(arrayMap((k, v) -> cityHash64(trimRight(k, '0123456789'), v), mapKeys(string_attributes), mapValues(string_attributes)), bitPositionsToArray(present)) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX number_pairs_bloom arrayConcat(arrayMap((k, v) -> cityHash64(trimRight(k, '0123456789'), v), mapKeys(number_attributes), mapValues(number_attributes)), bitPositionsToArray(present)) TYPE bloom_filter(0.01) GRANULARITY 1,
  -- Words of the JSON texts, names of members among them; built by merges only (docs/adr/066).
  INDEX attributes_words_bloom arrayFlatten(arrayMap(t -> tokens(replaceRegexpAll(lowerUTF8(t), '(?:\\\\(?:u[0-9a-f]{4}|.)|[^\\p{L}\\p{Nd}\\x00-\\x7f])+', ' ')), [attributes])) TYPE bloom_filter(0.025) GRANULARITY 1,
  INDEX events_words_bloom arrayFlatten(arrayMap(t -> tokens(replaceRegexpAll(lowerUTF8(t), '(?:\\\\(?:u[0-9a-f]{4}|.)|[^\\p{L}\\p{Nd}\\x00-\\x7f])+', ' ')), [events])) TYPE bloom_filter(0.025) GRANULARITY 1,
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
  CONSTRAINT metrics_closed CHECK endsWith(metrics, '}')
)
-- Only the copies of one version are merged into one: blocks that were repeated (docs/adr/053).
ENGINE = {{replicated}}ReplacingMergeTree(received_at)
-- By receipt, not by start: a producer's wild clock makes no partition, and whole parts expire.
PARTITION BY (retention_days, toStartOfWeek(received_at))
-- The order of every list; an id never leads, so that the newest spans of a project lie together.
PRIMARY KEY (project_id, start_time)
-- Versions of a span stay apart: which of them counts depends on deletes and snapshots, and reads say so.
ORDER BY (project_id, start_time, trace_id, span_id, received_at, log_offset)
-- 0 days = for ever: the last moment a TTL can have. One of 0 would count as missing, and every merge
-- would compute it again, row by row (docs/adr/050).
TTL if(retention_days = 0, toDateTime('2106-02-07 06:28:15', 'UTC'), toDateTime(received_at, 'UTC') + toIntervalDay(retention_days)) DELETE
SETTINGS
  ttl_only_drop_parts = 1,
  -- A trace has its spans in many granules and a page reads whole rows: small granules and small
  -- compressed blocks make both cheap (docs/adr/050).
  index_granularity = 512,
  min_compress_block_size = 16384,
  -- Blocks of the log arrive as compact parts, one file each: a wide one costs as much CPU again,
  -- and every file of it is flushed on its own.
  min_bytes_for_wide_part = 67108864,
  -- Column by column, however few the rows: with 80 columns that costs less than row by row.
  vertical_merge_algorithm_min_rows_to_activate = 1,
  -- The newest spans are read most, and their parts are new: 25.6 instead of 28.6 ms a trace right
  -- behind a load.
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
