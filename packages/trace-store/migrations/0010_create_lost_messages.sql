-- Which messages the log dropped before they were stored, by offset: `first_offset` up to the one before
-- `end_offset`. Receipts look up the place of a message here. Repeated after a crash, perhaps with a later
-- end; the largest end of one start counts.
CREATE TABLE IF NOT EXISTS {{database}}.lost_messages {{on_cluster}}
(
  -- Offsets begin anew with every log.
  log_id LowCardinality(String) CODEC(ZSTD(1)),
  log_partition UInt32 CODEC(ZSTD(1)),
  first_offset UInt64 CODEC(ZSTD(1)),
  end_offset UInt64 CODEC(ZSTD(1)),
  recorded_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(ZSTD(1))
)
ENGINE = {{replicated}}ReplacingMergeTree(end_offset)
ORDER BY (log_id, log_partition, first_offset)
-- Longer than any receipt lives.
TTL toDateTime(recorded_at, 'UTC') + toIntervalDay(90) DELETE
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
