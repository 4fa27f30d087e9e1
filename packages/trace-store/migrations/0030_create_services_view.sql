-- Nothing here throws on any value: a view that throws leaves its source half written.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.services_view {{on_cluster}}
TO {{database}}.services
AS SELECT
  project_id,
  service_name,
  retention_days,
  toStartOfWeek(received_at) AS received_week,
  max(received_at) AS last_received_at,
  argMaxState(trace_id, received_at) AS last_trace
FROM {{database}}.spans
GROUP BY project_id, service_name, retention_days, received_week
