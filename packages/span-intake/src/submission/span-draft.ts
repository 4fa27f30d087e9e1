import type {
  InstrumentationScope,
  JsonObject,
  SpanEvent,
  SpanHash,
  SpanKind,
  SpanLink,
  SpanReference,
  SpanResource,
  SpanStatusCode,
  SpanType,
} from '@spanhouse/span-schema';

/**
 * One submitted span. Its members are checked, and its ids and times are normalised, but its attributes are unchanged.
 * All readers create drafts, and `finishSpans` converts drafts to canonical spans. Every member is always set, so that
 * all drafts have the same hidden class.
 */
export interface SpanDraft {
  trace_id: string;
  span_id: string;
  parent_id: string | undefined;
  /** The top-level `span_type`. The attribute `ag.type.span` takes priority over this member. */
  span_type: SpanType | undefined;
  span_kind: SpanKind;
  span_name: string;
  start_time: bigint;
  end_time: bigint;
  status_code: SpanStatusCode;
  status_message: string | undefined;
  /** The attributes, which can have dotted keys, nested objects, or both. */
  attributes: JsonObject;
  /** True if an adapter mapped the usage in `attributes`. */
  has_mapped_usage: boolean;
  /** True if an adapter mapped costs in `attributes`. */
  has_stated_costs: boolean;
  references: readonly SpanReference[] | undefined;
  /** True if this span makes its trace an annotation. */
  is_annotation: boolean;
  links: readonly SpanLink[] | undefined;
  hashes: readonly SpanHash[] | undefined;
  events: readonly SpanEvent[] | undefined;
  exception: JsonObject | undefined;
  session_id: string | undefined;
  user_id: string | undefined;
  agent_id: string | undefined;
  resource: SpanResource | undefined;
  scope: InstrumentationScope | undefined;
  trace_state: string | undefined;
  flags: number | undefined;
  dropped_attributes_count: number;
  dropped_events_count: number;
  dropped_links_count: number;
}

/** Creates a draft with default values. The reader sets its ids and times, which are initially `''` and 0. */
export function createSpanDraft() {
  return {
    trace_id: '',
    span_id: '',
    parent_id: '',
    span_type: undefined,
    span_kind: 'SPAN_KIND_UNSPECIFIED',
    span_name: '',
    start_time: 0n,
    end_time: 0n,
    status_code: 'STATUS_CODE_UNSET',
    status_message: undefined,
    attributes: {},
    has_mapped_usage: false,
    has_stated_costs: false,
    references: undefined,
    is_annotation: false,
    links: undefined,
    hashes: undefined,
    events: undefined,
    exception: undefined,
    session_id: undefined,
    user_id: undefined,
    agent_id: undefined,
    resource: undefined,
    scope: undefined,
    trace_state: undefined,
    flags: undefined,
    dropped_attributes_count: 0,
    dropped_events_count: 0,
    dropped_links_count: 0,
  } satisfies SpanDraft;
}
