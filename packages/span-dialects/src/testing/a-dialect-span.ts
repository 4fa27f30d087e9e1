import type { DialectSpan } from '../spans/dialect-span.js';

/** Returns a plain span in which the given members are replaced. */
export function aDialectSpan(members: Partial<DialectSpan> = {}): DialectSpan {
  return {
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    span_id: '00f067aa0ba902b7',
    parent_id: undefined,
    span_name: 'ask',
    span_kind: 'SPAN_KIND_INTERNAL',
    start_time: 1_777_629_600_000_000_000n,
    end_time: 1_777_629_601_500_000_000n,
    status_code: 'STATUS_CODE_UNSET',
    status_message: undefined,
    attributes: {},
    resource: { attributes: { 'service.name': 'shop' } },
    scope: undefined,
    events: [],
    links: [],
    trace_state: undefined,
    flags: undefined,
    dropped_attributes_count: 0,
    dropped_events_count: 0,
    dropped_links_count: 0,
    ...members,
  };
}
