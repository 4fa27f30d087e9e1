import type { RowContext } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';

/** 2026-05-01T10:00:00Z. */
export const START_NS = 1_777_629_600_000_000_000n;
export const projectId = '0190163d-8694-739b-aea5-966c26f8ad90';

export function aSpan(members: Partial<CanonicalSpan> = {}): CanonicalSpan {
  return {
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    span_id: 'b7ad6b7169203331',
    parent_id: undefined,
    trace_type: 'invocation',
    span_type: 'task',
    has_type_span: false,
    span_kind: 'SPAN_KIND_SERVER',
    span_name: 'GET /reports',
    start_time: START_NS,
    end_time: START_NS + 5_000_000n,
    status_code: 'STATUS_CODE_OK',
    status_message: undefined,
    session_id: undefined,
    user_id: undefined,
    agent_id: undefined,
    attributes: { tier: 'gold', ag: { data: {} } },
    metrics: { duration: { cumulative: 5 }, errors: {}, tokens: {}, costs: {} },
    submitted_cumulative: undefined,
    has_mapped_usage: false,
    references: undefined,
    links: undefined,
    hashes: undefined,
    events: undefined,
    resource: undefined,
    scope: undefined,
    trace_state: undefined,
    flags: undefined,
    dropped_attributes_count: 0,
    dropped_events_count: 0,
    dropped_links_count: 0,
    pricing: undefined,
    ...members,
  };
}

export function aContext(members: Partial<RowContext> = {}): RowContext {
  return {
    project_id: projectId,
    received_at: START_NS + 60_000_000_000n,
    created_by_id: '019320f1-5b0a-7f02-8e8f-0c1d2e3f4a5b',
    retention_days: 0,
    ...members,
  };
}
