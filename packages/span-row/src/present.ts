/**
 * Bits of the column `present`. String and number columns hold `''` and 0 where a span has no such
 * member, and a span may well have `''` or 0: the bit tells them apart. A bit never changes its meaning.
 */
export const PRESENT = {
  status_message: 1 << 0,
  session_id: 1 << 1,
  user_id: 1 << 2,
  agent_id: 1 << 3,
  service_name: 1 << 4,
  scope_name: 1 << 5,
  scope_version: 1 << 6,
  trace_state: 1 << 7,
  flags: 1 << 8,
  duration_ms: 1 << 9,
  errors_incremental: 1 << 10,
  errors_cumulative: 1 << 11,
  tokens_prompt_incremental: 1 << 12,
  tokens_completion_incremental: 1 << 13,
  tokens_total_incremental: 1 << 14,
  tokens_total_cumulative: 1 << 15,
  costs_prompt_incremental: 1 << 16,
  costs_completion_incremental: 1 << 17,
  costs_total_incremental: 1 << 18,
  costs_total_cumulative: 1 << 19,
  /** The span has an event named `exception`. */
  exception_event: 1 << 20,
  /** Leaves are missing in the filter maps: only the `attributes` text tells what the span holds. */
  attributes_cut: 1 << 21,
} as const;
