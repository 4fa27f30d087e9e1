import {
  type CanonicalSpan,
  checkFiltering,
  type FilterExpression,
  type JsonObject,
  parseFiltering,
} from '@spanhouse/span-schema';
import type { FilterableSpan } from '@spanhouse/span-schema/testing';
import { aContext, aSpan, encodeRows, START_NS } from '@spanhouse/trace-store/testing';

const nobody = '00000000-0000-0000-0000-000000000000';
/** Offsets in the fixed beginning of a row: project_id, received_at, created_at, created_by_id, updated_at, updated_by_id. */
const CREATED_AT = 24;
const UPDATED_AT = 48;
const UPDATED_BY_ID = 56;

/** Makes a span storable in a row: an update has a time and a user, and the time is never 0. */
export function asStored(span: FilterableSpan): FilterableSpan {
  return span.updated_at === undefined || span.updated_at === 0n
    ? { ...span, updated_at: undefined, updated_by_id: undefined }
    : { ...span, updated_by_id: span.updated_by_id ?? nobody };
}

export function encodeFilterable(span: FilterableSpan, project_id: string): Uint8Array {
  const { scope_name, scope_version, created_at, created_by_id } = span;
  const { updated_at = 0n, updated_by_id = nobody, events, ...members } = span;
  const { ag, ...others } = span.attributes as { ag: { type: JsonObject; metrics: JsonObject } };
  const { type, metrics, ...rest } = ag;
  const canonical = {
    ...aSpan(),
    ...members,
    has_type_span: 'span' in type,
    attributes: { ...others, ag: rest },
    metrics,
    scope: {
      ...span.scope,
      ...(scope_name !== undefined && { name: scope_name }),
      ...(scope_version !== undefined && { version: scope_version }),
    },
    events: events?.map((event) => ({ ...event, timestamp: START_NS })),
  } as unknown as CanonicalSpan;
  const context = aContext({ project_id, created_by_id, received_at: START_NS });
  const row = Buffer.from(encodeRows([{ span: canonical, context }]));
  row.writeBigInt64LE(created_at, CREATED_AT);
  row.writeBigInt64LE(updated_at, UPDATED_AT);
  Buffer.from(updated_by_id.replaceAll('-', ''), 'hex')
    .subarray(0, 8)
    .reverse()
    .copy(row, UPDATED_BY_ID);
  Buffer.from(updated_by_id.replaceAll('-', ''), 'hex')
    .subarray(8)
    .reverse()
    .copy(row, UPDATED_BY_ID + 8);
  return row;
}

export function idOf({ trace_id, span_id }: Pick<FilterableSpan, 'trace_id' | 'span_id'>): string {
  return `${trace_id} ${span_id}`;
}

export function toExpression(json: JsonObject): FilterExpression {
  const parsed = parseFiltering(json, ['body']);
  const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : parsed;
  if (checked.status !== 'checked' || checked.expression === undefined) {
    throw new Error(`not a filter: ${JSON.stringify(json)}`);
  }
  return checked.expression;
}
