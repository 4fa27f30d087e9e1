-- Fills the column usage of the index. The rest of the query is that of the former view. Like that one, it
-- throws on no value.
ALTER TABLE {{database}}.trace_index_view {{on_cluster}}
MODIFY QUERY SELECT
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
    bitShiftLeft(toUInt32(`created_by_id` != toUUID('00000000-0000-0000-0000-000000000000')), 0)
    + bitShiftLeft(toUInt32(`updated_at` != toDateTime64(0, 9, 'UTC')), 1)
    + bitShiftLeft(toUInt32(`updated_by_id` != toUUID('00000000-0000-0000-0000-000000000000')), 2)
    + bitShiftLeft(toUInt32(`flags` != 0), 3)
    + bitShiftLeft(toUInt32(`dropped_attributes_count` != 0), 4)
    + bitShiftLeft(toUInt32(`dropped_events_count` != 0), 5)
    + bitShiftLeft(toUInt32(`dropped_links_count` != 0), 6)
    + bitShiftLeft(toUInt32(`has_type_span` != false), 7)
    + bitShiftLeft(toUInt32(`status_message` != ''), 8)
    + bitShiftLeft(toUInt32(`agent_id` != ''), 9)
    + bitShiftLeft(toUInt32(`trace_state` != ''), 10)
    + bitShiftLeft(toUInt32(`submitted_cumulative` != ''), 11)
    + bitShiftLeft(toUInt32(`references` != ''), 12)
    + bitShiftLeft(toUInt32(`links` != ''), 13)
    + bitShiftLeft(toUInt32(`hashes` != ''), 14)
    + bitShiftLeft(toUInt32(`events` != ''), 15)
    + bitShiftLeft(toUInt32(`pricing` != ''), 16)
    + bitShiftLeft(toUInt32(`trace_type` != 'invocation'), 17)
    + bitShiftLeft(toUInt32(`span_type` != 'task'), 18)
    + bitShiftLeft(toUInt32(`created_at` != `received_at`), 19)
  ) AS rarely_set,
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
