-- Where a trace lies in time, whether spans of it were sent more than once, and its sums.
-- Rows of one trace meet only in merges and over several partitions never: always GROUP BY.
CREATE TABLE IF NOT EXISTS {{database}}.trace_index_next {{on_cluster}}
(
  project_id UUID CODEC(ZSTD(1)),
  trace_id FixedString(16) CODEC(NONE),
  retention_days UInt16 CODEC(ZSTD(1)),
  received_week Date CODEC(ZSTD(1)),
  first_received_at SimpleAggregateFunction(min, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  last_received_at SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  min_start_time SimpleAggregateFunction(min, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  max_start_time SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  max_end_time SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  -- Where its rows stand in the log: a snapshot that is behind all of them sees the whole trace.
  max_log_offset SimpleAggregateFunction(max, UInt64) CODEC(ZSTD(1)),
  min_log_partition SimpleAggregateFunction(min, UInt32) CODEC(ZSTD(1)),
  max_log_partition SimpleAggregateFunction(max, UInt32) CODEC(ZSTD(1)),
  -- Rows whose log_offset is smaller are deleted; 0 = none. Written by deletes only (docs/adr/073).
  deleted_before SimpleAggregateFunction(max, UInt64) CODEC(ZSTD(1)),
  -- Rows, and different spans among them: where the two differ a span has several versions, or was
  -- deleted: a delete counts one row more.
  row_count SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  span_ids AggregateFunction(uniqExact, UInt64) CODEC(ZSTD(1)),
  -- Whether the totals of a trace are the sums of its spans (docs/adr/125). Bits, which survive merging:
  -- 0 and 1: spans report tokens, costs; 2 and 3: wrappers of a convention report tokens, costs;
  -- 8 to 35: a hash of the scope name of each call of a convention; 36 to 63: the same hash inverted. With one scope
  -- no bit is set in both, with two different hashes some bit is.
  usage SimpleAggregateFunction(groupBitOr, UInt64) CODEC(ZSTD(1)),
  -- Additive, so right only where the two are equal.
  errors SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  tokens_prompt SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  tokens_completion SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  tokens_total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  costs_prompt SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  costs_completion SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  costs_total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  -- Roots, and what they were sent with as cumulative: the totals of a trace that has nothing to add
  -- up. Right only where there is one root.
  root_count SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  root_errors SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  root_tokens_prompt SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  root_tokens_completion SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  root_tokens_total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  root_costs_prompt SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  root_costs_completion SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  root_costs_total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1))
)
ENGINE = {{replicated trace_index_2}}AggregatingMergeTree
-- As in spans, so that whole parts expire.
PARTITION BY (retention_days, received_week)
ORDER BY (project_id, trace_id)
TTL if(retention_days = 0, toDateTime('2106-02-07 06:28:15', 'UTC'), toDateTime(last_received_at, 'UTC') + toIntervalDay(retention_days)) DELETE
SETTINGS
  ttl_only_drop_parts = 1,
  -- Only ever read by trace id: a look-up reads one granule of each part, and unpacks little more.
  index_granularity = 128,
  min_compress_block_size = 4096,
  -- A look-up opens a file for each column of each wide part.
  min_bytes_for_wide_part = 67108864,
  prewarm_mark_cache = 1,
  prewarm_primary_key_cache = 1,
  -- A look-up asks every part: few parts come before the large merges of spans, which leave room.
  number_of_free_entries_in_pool_to_lower_max_size_of_merge = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 102400,
  replicated_deduplication_window = 102400,
  replicated_deduplication_window_seconds = 604800
