-- The view of the trace index used to write wrong times for a block that has times before 1970 and
-- later ones: compiled aggregates compared them without their sign. For each trace with such times, this adds an
-- entry with the right ones, which counts no row. Merges and reads take the first and the last times of all entries.
INSERT INTO {{database}}.trace_index
(
  project_id,
  trace_id,
  retention_days,
  received_week,
  first_received_at,
  last_received_at,
  min_start_time,
  max_start_time,
  max_end_time,
  max_log_offset,
  min_log_partition,
  max_log_partition
)
SELECT
  project_id,
  trace_id,
  retention_days,
  toStartOfWeek(received_at) AS received_week,
  min(received_at),
  max(received_at),
  min(start_time),
  max(start_time),
  max(end_time),
  max(log_offset),
  min(log_partition),
  max(log_partition)
FROM {{database}}.spans
WHERE (project_id, trace_id) IN (
  SELECT project_id, trace_id
  FROM {{database}}.spans
  WHERE start_time < toDateTime64(0, 9, 'UTC') OR end_time < toDateTime64(0, 9, 'UTC')
)
GROUP BY project_id, trace_id, retention_days, received_week
SETTINGS compile_aggregate_expressions = 0
