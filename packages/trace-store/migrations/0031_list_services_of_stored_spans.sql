-- Lists the services of the spans that were stored before the view was. A repetition changes nothing.
INSERT INTO {{database}}.services
(
  project_id,
  service_name,
  retention_days,
  received_week,
  last_received_at,
  last_trace
)
SELECT
  project_id,
  service_name,
  retention_days,
  toStartOfWeek(received_at) AS received_week,
  max(received_at),
  argMaxState(trace_id, received_at)
FROM {{database}}.spans
GROUP BY project_id, service_name, retention_days, received_week
