import type { DecodedRow } from './decode-columns.js';
import { PRESENT } from './present.js';

/** The columns a StoredSpan is made of: what a read that answers spans selects, in this order. */
export const STORED_SPAN_COLUMNS = [
  'received_at',
  'created_at',
  'created_by_id',
  'updated_at',
  'updated_by_id',
  'trace_id',
  'span_id',
  'parent_id',
  'start_time',
  'end_time',
  'present',
  'flags',
  'dropped_attributes_count',
  'dropped_events_count',
  'dropped_links_count',
  'has_type_span',
  'trace_type',
  'span_type',
  'span_kind',
  'status_code',
  'span_name',
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'trace_state',
  'metrics',
  'submitted_cumulative',
  'references',
  'links',
  'hashes',
  'events',
  'pricing',
  'resource',
  'scope',
  'attributes',
] as const;

export type StoredSpanColumn = (typeof STORED_SPAN_COLUMNS)[number];

const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * What stands in the columns that most spans do not set: a read may leave those out. Stores number
 * them in this order, so a new one goes to the end.
 */
export function unsetValues(received_at: bigint) {
  return {
    created_by_id: ZERO_UUID,
    updated_at: 0n,
    updated_by_id: ZERO_UUID,
    flags: 0,
    dropped_attributes_count: 0,
    dropped_events_count: 0,
    dropped_links_count: 0,
    has_type_span: false,
    status_message: '',
    agent_id: '',
    trace_state: '',
    submitted_cumulative: '',
    references: '',
    links: '',
    hashes: '',
    events: '',
    pricing: '',
    trace_type: 'invocation',
    span_type: 'task',
    created_at: received_at,
  } satisfies Partial<DecodedRow<StoredSpanColumn>>;
}

type RarelySetColumn = keyof ReturnType<typeof unsetValues>;
export const RARELY_SET_COLUMNS = Object.keys(unsetValues(0n)) as readonly RarelySetColumn[];

/**
 * A span as it is stored. Members are spelled as in the API; enums are plain texts, because a newer
 * writer may know more of them. Every member is always set.
 */
export interface StoredSpan {
  trace_id: string;
  span_id: string;
  parent_id: string | undefined;
  trace_type: string;
  span_type: string;
  /** Whether `ag.type.span` was supplied, and so is shown. */
  has_type_span: boolean;
  span_kind: string;
  span_name: string;
  /** Times are nanoseconds since the Unix epoch. */
  start_time: bigint;
  end_time: bigint;
  status_code: string;
  status_message: string | undefined;
  session_id: string | undefined;
  user_id: string | undefined;
  agent_id: string | undefined;
  trace_state: string | undefined;
  flags: number | undefined;
  dropped_attributes_count: number;
  dropped_events_count: number;
  dropped_links_count: number;
  /** JSON text without `ag.type` and `ag.metrics`; ends with `}}`, the ends of `ag` and of the whole. */
  attributes: string;
  /** JSON text of `ag.metrics`, rolled up over the request that brought the span. */
  metrics: string;
  /** JSON texts, in the form in which the API answers them. */
  submitted_cumulative: string | undefined;
  references: string | undefined;
  links: string | undefined;
  hashes: string | undefined;
  events: string | undefined;
  resource: string | undefined;
  scope: string | undefined;
  pricing: string | undefined;
  received_at: bigint;
  created_at: bigint;
  created_by_id: string;
  updated_at: bigint | undefined;
  updated_by_id: string | undefined;
}

type StoredRow = DecodedRow<StoredSpanColumn>;

const NO_PARENT = '0'.repeat(16);

export function toStoredSpan(row: StoredRow): StoredSpan {
  const isUpdated = row.updated_at !== 0n;
  return {
    trace_id: row.trace_id,
    span_id: row.span_id,
    parent_id: row.parent_id === NO_PARENT ? undefined : row.parent_id,
    trace_type: row.trace_type,
    span_type: row.span_type,
    has_type_span: row.has_type_span,
    span_kind: row.span_kind,
    span_name: row.span_name,
    start_time: row.start_time,
    end_time: row.end_time,
    status_code: row.status_code,
    status_message: presentOnly(row, 'status_message'),
    session_id: presentOnly(row, 'session_id'),
    user_id: presentOnly(row, 'user_id'),
    agent_id: presentOnly(row, 'agent_id'),
    trace_state: presentOnly(row, 'trace_state'),
    flags: presentOnly(row, 'flags'),
    dropped_attributes_count: row.dropped_attributes_count,
    dropped_events_count: row.dropped_events_count,
    dropped_links_count: row.dropped_links_count,
    attributes: row.attributes,
    metrics: row.metrics,
    submitted_cumulative: nonEmpty(row.submitted_cumulative),
    references: nonEmpty(row.references),
    links: nonEmpty(row.links),
    hashes: nonEmpty(row.hashes),
    events: nonEmpty(row.events),
    resource: nonEmpty(row.resource),
    scope: nonEmpty(row.scope),
    pricing: nonEmpty(row.pricing),
    received_at: row.received_at,
    created_at: row.created_at,
    created_by_id: row.created_by_id,
    updated_at: isUpdated ? row.updated_at : undefined,
    updated_by_id: isUpdated ? row.updated_by_id : undefined,
  };
}

function presentOnly<Name extends keyof StoredRow & keyof typeof PRESENT>(
  row: StoredRow,
  name: Name,
): StoredRow[Name] | undefined {
  return (row.present & PRESENT[name]) === 0 ? undefined : row[name];
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text;
}
