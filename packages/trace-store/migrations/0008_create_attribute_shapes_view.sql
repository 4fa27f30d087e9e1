-- Nothing here throws on any value: a view that throws leaves its source half written.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.attribute_shapes_view {{on_cluster}}
TO {{database}}.attribute_shapes
AS SELECT
  project_id,
  day,
  shape,
  retention_days,
  received_week,
  max(received_at) AS last_received_at,
  any(strings) AS string_keys,
  any(numbers) AS number_keys,
  any(bools) AS bool_keys,
  max(is_typed) AS has_type_span,
  any(metrics_shape) AS metrics,
  count() AS span_count
FROM
(
  SELECT
    project_id,
    toDate32(start_time) AS day,
    retention_days,
    received_at,
    toStartOfWeek(received_at) AS received_week,
    mapKeys(string_attributes) AS strings,
    mapKeys(number_attributes) AS numbers,
    mapKeys(bool_attributes) AS bools,
    has_type_span AS is_typed,
    replaceRegexpAll(metrics, '":-?[0-9][0-9.eE+-]*', '":0') AS metrics_shape,
    -- Keys are hashed once per entry of their dictionary, not once per row; their order says nothing.
    cityHash64(
      arraySum(arrayMap(k -> cityHash64(k), mapKeys(string_attributes))),
      arraySum(arrayMap(k -> cityHash64(k), mapKeys(number_attributes))),
      arraySum(arrayMap(k -> cityHash64(k), mapKeys(bool_attributes))),
      is_typed,
      metrics_shape
    ) AS shape
  FROM {{database}}.spans
)
GROUP BY project_id, day, shape, retention_days, received_week
