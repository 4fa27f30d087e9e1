-- Which rows of which messages of the log were put aside, and why; their bytes are in the log's
-- dead letters. Repeated after a crash, so that several rows may stand for one letter.
CREATE TABLE IF NOT EXISTS {{database}}.dead_letters {{on_cluster}}
(
  -- Offsets begin anew with every log.
  log_id LowCardinality(String) CODEC(ZSTD(1)),
  log_partition UInt32 CODEC(ZSTD(1)),
  log_offset UInt64 CODEC(ZSTD(1)),
  first_row UInt32 CODEC(ZSTD(1)),
  row_count UInt32 CODEC(ZSTD(1)),
  project_id String CODEC(ZSTD(1)),
  stage LowCardinality(String) CODEC(ZSTD(1)),
  reason String CODEC(ZSTD(1)),
  recorded_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(ZSTD(1))
)
ENGINE = {{replicated}}ReplacingMergeTree(recorded_at)
-- Receipts look letters up by the place of their message.
ORDER BY (log_id, log_partition, log_offset, first_row)
-- Longer than any receipt lives.
TTL toDateTime(recorded_at, 'UTC') + toIntervalDay(90) DELETE
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
