-- Fills the trace index. Nothing here throws on any value: a view that throws leaves its source half written.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_index_view {{on_cluster}}
TO {{database}}.trace_index
AS SELECT
  project_id,
  trace_id,
  retention_days,
  toStartOfWeek(received_at) AS received_week,
  min(received_at) AS first_received_at,
  max(received_at) AS last_received_at,
  min(start_time) AS min_start_time,
  max(start_time) AS max_start_time,
  max(end_time) AS max_end_time,
  max(log_offset) AS max_log_offset,
  min(log_partition) AS min_log_partition,
  max(log_partition) AS max_log_partition,
  count() AS row_count,
  uniqExactState(reinterpretAsUInt64(span_id)) AS span_ids,
  groupBitOr(
    toUInt64(tokens_prompt_incremental != 0 OR tokens_completion_incremental != 0 OR tokens_total_incremental != 0)
    + 2 * (costs_prompt_incremental != 0 OR costs_completion_incremental != 0 OR costs_total_incremental != 0)
    + if(
      bitAnd(present, 4194304) = 0,
      0,
      4 * (submitted_tokens_prompt != 0 OR submitted_tokens_completion != 0 OR submitted_tokens_total != 0)
      + 8 * (submitted_costs_prompt != 0 OR submitted_costs_completion != 0 OR submitted_costs_total != 0)
      + if(
        tokens_prompt_incremental = 0 AND tokens_completion_incremental = 0,
        0,
        bitShiftLeft(bitAnd(cityHash64(scope_name), 268435455), 8)
        + bitShiftLeft(bitAnd(bitNot(cityHash64(scope_name)), 268435455), 36)
      )
    )
  ) AS usage,
  sum(errors_incremental) AS errors,
  sum(tokens_prompt_incremental) AS tokens_prompt,
  sum(tokens_completion_incremental) AS tokens_completion,
  sum(tokens_total_incremental) AS tokens_total,
  sum(costs_prompt_incremental) AS costs_prompt,
  sum(costs_completion_incremental) AS costs_completion,
  sum(costs_total_incremental) AS costs_total,
  countIf(parent_id = toFixedString('', 8)) AS root_count,
  sumIf(submitted_errors, parent_id = toFixedString('', 8)) AS root_errors,
  sumIf(submitted_tokens_prompt, parent_id = toFixedString('', 8)) AS root_tokens_prompt,
  sumIf(submitted_tokens_completion, parent_id = toFixedString('', 8)) AS root_tokens_completion,
  sumIf(submitted_tokens_total, parent_id = toFixedString('', 8)) AS root_tokens_total,
  sumIf(submitted_costs_prompt, parent_id = toFixedString('', 8)) AS root_costs_prompt,
  sumIf(submitted_costs_completion, parent_id = toFixedString('', 8)) AS root_costs_completion,
  sumIf(submitted_costs_total, parent_id = toFixedString('', 8)) AS root_costs_total
FROM {{database}}.spans
GROUP BY project_id, trace_id, retention_days, received_week
