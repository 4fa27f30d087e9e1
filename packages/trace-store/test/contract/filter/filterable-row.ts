import { ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import { encodeEarlierRow } from '@spanhouse/span-row/testing';
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
/** A time that occurs in no span. Rows of all versions store it before the other times and the users. */
const marked = 0x1122_3344_5566_7788n;
const UPDATED_AT = 24;
const UPDATED_BY_ID = 32;

/** Changes a span so that a row can store it: an update has both a time and a user, and its time is not 0. */
export function asStored(span: FilterableSpan): FilterableSpan {
  return span.updated_at === undefined || span.updated_at === 0n
    ? { ...span, updated_at: undefined, updated_by_id: undefined }
    : { ...span, updated_by_id: span.updated_by_id ?? nobody };
}

/** Encodes a span as a row of version 1 or of the current version. */
export function encodeFilterable(
  span: FilterableSpan,
  project_id: string,
  version = ROW_SCHEMA_VERSION,
): Uint8Array {
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
  const edit = { created_at: marked, updated_by_id: nobody };
  const context = aContext({ project_id, created_by_id, received_at: START_NS, edit });
  const row = Buffer.from(
    version === ROW_SCHEMA_VERSION
      ? encodeRows([{ span: canonical, context }])
      : encodeEarlierRow(canonical, context, 1),
  );
  const start = row.indexOf(bytesOf(marked));
  bytesOf(created_at).copy(row, start);
  bytesOf(updated_at).copy(row, start + UPDATED_AT);
  const user = Buffer.from(updated_by_id.replaceAll('-', ''), 'hex');
  user
    .subarray(0, 8)
    .reverse()
    .copy(row, start + UPDATED_BY_ID);
  user
    .subarray(8)
    .reverse()
    .copy(row, start + UPDATED_BY_ID + 8);
  return row;
}

function bytesOf(time: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(time);
  return bytes;
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
