-- Which attributes the spans of a day have: one row for each different set of keys, with how many
-- spans had it. Producers have few of them, so this stays small whatever is stored (docs/adr/069).
-- Rows of one shape meet only in merges: always sum.
CREATE TABLE IF NOT EXISTS {{database}}.attribute_shapes {{on_cluster}}
(
  project_id UUID CODEC(ZSTD(1)),
  -- Of the start; Date32 reaches as far as span times do.
  day Date32 CODEC(ZSTD(1)),
  shape UInt64 CODEC(NONE),
  retention_days UInt16 CODEC(ZSTD(1)),
  received_week Date CODEC(ZSTD(1)),
  last_received_at SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  string_keys SimpleAggregateFunction(any, Array(String)) CODEC(ZSTD(1)),
  number_keys SimpleAggregateFunction(any, Array(String)) CODEC(ZSTD(1)),
  bool_keys SimpleAggregateFunction(any, Array(String)) CODEC(ZSTD(1)),
  has_type_span SimpleAggregateFunction(max, Bool) CODEC(ZSTD(1)),
  -- `ag.metrics` with every number replaced by 0.
  metrics SimpleAggregateFunction(any, String) CODEC(ZSTD(1)),
  span_count SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1))
)
ENGINE = {{replicated}}AggregatingMergeTree
-- As in spans, so that whole parts expire.
PARTITION BY (retention_days, received_week)
ORDER BY (project_id, day, shape)
TTL if(retention_days = 0, toDateTime('2106-02-07 06:28:15', 'UTC'), toDateTime(last_received_at, 'UTC') + toIntervalDay(retention_days)) DELETE
SETTINGS
  ttl_only_drop_parts = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 102400,
  replicated_deduplication_window = 102400,
  replicated_deduplication_window_seconds = 604800
