import type { StoredSpan } from '@spanhouse/span-row';

export function spanId(number: number): string {
  return (number + 1).toString(16).padStart(16, '0');
}

export function traceId(number: number): string {
  return (number + 1).toString(16).padStart(32, '0');
}

/** Returns a plain span, as a reader would return it. Pass only the members that matter to the test. */
export function aStoredSpan(members: Partial<StoredSpan> = {}): StoredSpan {
  return {
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    parent_id: undefined,
    trace_type: 'invocation',
    span_type: 'task',
    has_type_span: false,
    span_kind: 'SPAN_KIND_UNSPECIFIED',
    span_name: 'ask',
    start_time: 1_777_629_600_000_000_000n,
    end_time: 1_777_629_601_500_000_000n,
    status_code: 'STATUS_CODE_UNSET',
    status_message: undefined,
    session_id: undefined,
    user_id: undefined,
    agent_id: undefined,
    trace_state: undefined,
    flags: undefined,
    dropped_attributes_count: 0,
    dropped_events_count: 0,
    dropped_links_count: 0,
    attributes: '{"ag":{"data":{}}}',
    metrics: '{"duration":{"cumulative":1500},"errors":{},"tokens":{},"costs":{}}',
    submitted_cumulative: undefined,
    has_mapped_usage: false,
    references: undefined,
    links: undefined,
    hashes: undefined,
    events: undefined,
    resource: undefined,
    scope: undefined,
    pricing: undefined,
    received_at: 1_777_629_700_000_000_000n,
    created_at: 1_777_629_700_000_000_000n,
    created_by_id: '00000000-0000-0000-0000-000000000000',
    updated_at: undefined,
    updated_by_id: undefined,
    ...members,
  };
}
