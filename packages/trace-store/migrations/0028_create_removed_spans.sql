-- The ids of spans that were removed because their trace was deleted. A span is counted once, also when it is
-- sent again after its delete (docs/adr/139).
CREATE TABLE IF NOT EXISTS {{database}}.removed_spans {{on_cluster}}
(
  project_id UUID CODEC(ZSTD(1)),
  trace_id FixedString(16) CODEC(ZSTD(1)),
  span_id FixedString(8) CODEC(NONE),
  received_at DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1))
)
-- A removal that is repeated writes the same rows.
ENGINE = {{replicated}}ReplacingMergeTree
ORDER BY (project_id, trace_id, span_id, received_at)
-- A span that is sent again after a day is counted again.
TTL toDateTime(received_at, 'UTC') + toIntervalDay(2) DELETE
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1
