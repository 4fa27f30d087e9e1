-- How many rows of a deleted trace were removed, by their place and the message that brought them. Written before
-- the rows are removed, and again if the removal is repeated: the largest number counts (docs/adr/155).
CREATE TABLE IF NOT EXISTS {{database}}.removed_rows {{on_cluster}}
(
  log_partition UInt32 CODEC(ZSTD(1)),
  log_offset UInt64 CODEC(Delta(8), ZSTD(1)),
  received_at DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  project_id UUID CODEC(ZSTD(1)),
  trace_id FixedString(16) CODEC(NONE),
  row_count UInt32 CODEC(ZSTD(1))
)
ENGINE = {{replicated}}ReplacingMergeTree(row_count)
PARTITION BY toStartOfWeek(received_at)
ORDER BY (log_partition, log_offset, received_at, project_id, trace_id)
TTL toDateTime(received_at, 'UTC') + toIntervalDay(90) DELETE
SETTINGS
  ttl_only_drop_parts = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1
