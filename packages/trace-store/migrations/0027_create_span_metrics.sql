-- What the spans of each project add up to: calls by service and name, and calls between services (docs/adr/139).
-- Rounds add rows; merges add up the rows of one key. Counters never fall, so that nothing here expires.
-- The same table has the progress of the rounds: one insert stores both, and a reader sees both or neither.
CREATE TABLE IF NOT EXISTS {{database}}.span_metrics {{on_cluster}}
(
  project_id UUID CODEC(ZSTD(1)),
  -- Empty for the progress of the rounds.
  metric LowCardinality(String) CODEC(ZSTD(1)),
  labels Array(String) CODEC(ZSTD(1)),
  -- The index of the first bound that is not exceeded; 0 for counters.
  bucket UInt8 CODEC(ZSTD(1)),
  amount SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  -- Integers: sums of doubles would depend on the order of the merges.
  total_ns SimpleAggregateFunction(sum, UInt128) CODEC(ZSTD(1)),
  total_bytes SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  -- 20 digits of ns since the Unix epoch, a trace id, a duration in ns; empty without one. The newest is kept.
  exemplar SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
  -- Progress only: positions of the log, the clock of the rounds, the number of the round.
  mark SimpleAggregateFunction(max, UInt64) CODEC(ZSTD(1))
)
-- Not partitioned: one insert is one part, which becomes visible as a whole.
ENGINE = {{replicated}}AggregatingMergeTree
ORDER BY (project_id, metric, labels, bucket)
SETTINGS
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  -- A round that is stored twice, by two consumers or after a lost answer, is stored once.
  non_replicated_deduplication_window = 10000,
  replicated_deduplication_window = 10000,
  replicated_deduplication_window_seconds = 604800
