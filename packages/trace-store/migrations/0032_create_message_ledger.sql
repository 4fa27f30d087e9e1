-- What each message of the log contained. Entered before the offset of its block is committed, so that what is stored
-- can be compared with what was accepted (docs/adr/155). A message that is entered again replaces itself.
CREATE TABLE IF NOT EXISTS {{database}}.message_ledger {{on_cluster}}
(
  -- Dead letters are named by log and offset.
  log_id LowCardinality(String) CODEC(ZSTD(1)),
  log_partition UInt32 CODEC(ZSTD(1)),
  -- The place of the message, and of its rows in `spans`: the first message of its block.
  log_offset UInt64 CODEC(Delta(8), ZSTD(1)),
  block_offset UInt64 CODEC(Delta(8), ZSTD(1)),
  -- As the message names it; empty if it does not.
  project_id LowCardinality(String) CODEC(ZSTD(1)),
  -- Its rows have the same, so that they are known among those of their block; unless it sends dead letters again.
  received_at DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)),
  is_retry Bool CODEC(ZSTD(1)),
  -- 0 in deletes.
  span_count UInt32 CODEC(ZSTD(1)),
  -- 0 = for ever; 65535 = an earlier version wrote the message and did not say it.
  retention_days UInt16 CODEC(ZSTD(1)),
  -- The publisher of the message, and its running number in the partition from 1; empty and 0 by an earlier version.
  writer LowCardinality(String) CODEC(ZSTD(1)),
  number UInt64 CODEC(Delta(8), ZSTD(1)),
  entered_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(Delta(8), ZSTD(1)),

  INDEX received_at_minmax received_at TYPE minmax GRANULARITY 1
)
-- A log that is read again may be cut into other blocks: the last ones count.
ENGINE = {{replicated}}ReplacingMergeTree(entered_at)
-- The same for every entry of a message, so that they meet.
PARTITION BY toStartOfWeek(received_at)
ORDER BY (log_partition, log_offset)
-- As long as dead letters and removals are remembered.
TTL toDateTime(received_at, 'UTC') + toIntervalDay(90) DELETE
SETTINGS
  ttl_only_drop_parts = 1,
  index_granularity = 1024,
  -- The offset is committed after it.
  fsync_after_insert = 1,
  fsync_part_directory = 1
