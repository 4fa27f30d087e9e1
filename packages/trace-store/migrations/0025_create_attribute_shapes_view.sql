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
  arrayFilter(k -> k != '', splitByChar('\0', any(strings))) AS string_keys,
  arrayFilter(k -> k != '', splitByChar('\0', any(numbers))) AS number_keys,
  arrayFilter(k -> k != '', splitByChar('\0', any(bools))) AS bool_keys,
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
    string_keys AS strings,
    number_keys AS numbers,
    bool_keys AS bools,
    bitAnd(present, 8388608) != 0 AS is_typed,
    replaceRegexpAll(substring(packed, 1 + reinterpretAsUInt32(substring(packed, 73, 4)), reinterpretAsUInt32(substring(packed, 77, 4)) - reinterpretAsUInt32(substring(packed, 73, 4))), '":-?[0-9][0-9.eE+-]*', '":0') AS metrics_shape,
    -- Texts are hashed once per entry of their dictionary, not once per row.
    cityHash64(cityHash64(string_keys), cityHash64(number_keys), cityHash64(bool_keys), is_typed, metrics_shape) AS shape
  FROM {{database}}.spans
)
GROUP BY project_id, day, shape, retention_days, received_week
