-- Which services have spans, each with the trace that was received last: whether that trace is current proves
-- the service, so that the list of services reads no spans (docs/adr/147). '' stands for spans without a service.
-- Rows of one service meet only in merges: always GROUP BY.
CREATE TABLE IF NOT EXISTS {{database}}.services {{on_cluster}}
(
  project_id UUID CODEC(ZSTD(1)),
  service_name String CODEC(ZSTD(1)),
  retention_days UInt16 CODEC(ZSTD(1)),
  received_week Date CODEC(ZSTD(1)),
  last_received_at SimpleAggregateFunction(max, DateTime64(9, 'UTC')) CODEC(ZSTD(1)),
  last_trace AggregateFunction(argMax, FixedString(16), DateTime64(9, 'UTC')) CODEC(ZSTD(1))
)
ENGINE = {{replicated}}AggregatingMergeTree
-- As in spans, so that whole parts expire.
PARTITION BY (retention_days, received_week)
ORDER BY (project_id, service_name)
TTL if(retention_days = 0, toDateTime('2106-02-07 06:28:15', 'UTC'), toDateTime(last_received_at, 'UTC') + toIntervalDay(retention_days)) DELETE
SETTINGS
  ttl_only_drop_parts = 1,
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  non_replicated_deduplication_window = 102400,
  replicated_deduplication_window = 102400,
  replicated_deduplication_window_seconds = 604800
