-- Deleted traces: rows of the trace with a smaller place in the log are gone, whether they are stored
-- or come again from the log; rows with a larger one are not concerned (docs/adr/073).
CREATE TABLE IF NOT EXISTS {{database}}.tombstones {{on_cluster}}
(
  project_id UUID CODEC(ZSTD(1)),
  trace_id FixedString(16) CODEC(NONE),
  log_partition UInt32 CODEC(ZSTD(1)),
  log_offset UInt64 CODEC(ZSTD(1)),
  recorded_at DateTime('UTC') DEFAULT now() CODEC(ZSTD(1)),
  -- Set when its rows have been removed; until then every read has to leave them out.
  is_removed Bool DEFAULT false CODEC(ZSTD(1))
)
ENGINE = {{replicated}}ReplacingMergeTree(is_removed)
-- Reads that sum over a project ask for its tombstones.
ORDER BY (project_id, trace_id, log_partition, log_offset)
-- Kept longer than a log keeps messages: they hold back what a log that is read again brings.
TTL recorded_at + toIntervalDay(90) DELETE WHERE is_removed
SETTINGS
  -- Also the last few meet, so that a removed one soon stands for itself.
  min_age_to_force_merge_seconds = 60,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 102400,
  replicated_deduplication_window = 102400,
  replicated_deduplication_window_seconds = 604800
