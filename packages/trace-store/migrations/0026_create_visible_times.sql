-- How long blocks of the log took to become visible, a row for each block. Consumers add the rows of some
-- seconds at a time, and only the last minutes are ever read: losing the rows of a crash costs nothing.
CREATE TABLE IF NOT EXISTS {{database}}.visible_times {{on_cluster}}
(
  recorded_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(Delta, ZSTD(1)),
  -- Milliseconds from the arrival of the oldest span of the block to the commit of the block.
  visible_after_ms UInt32 CODEC(ZSTD(1))
)
ENGINE = {{replicated}}MergeTree
-- Reads select the newest rows.
ORDER BY recorded_at
-- Whole parts are dropped, which costs less than removing rows from them.
TTL toDateTime(recorded_at, 'UTC') + toIntervalHour(1) DELETE
SETTINGS ttl_only_drop_parts = 1
