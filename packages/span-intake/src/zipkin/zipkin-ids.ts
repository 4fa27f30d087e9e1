import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { DropCode } from '../dropped-span.js';
import { missingMember, SpanFault, wrongValue } from '../span-fault.js';

const TRACE_ID = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/;
const SPAN_ID = /^[0-9a-f]{16}$/;
const ONLY_ZEROS = /^0+$/;

/** "server" in ASCII, with two zero bytes before it. */
const SERVER_HALF = 0x0000_7365_7276_6572n;

export interface ZipkinIds {
  trace_id: string;
  span_id: string;
  parent_id: string | undefined;
  /** The parent as it was sent, where another one took its place. */
  sent_parent_id: string | undefined;
}

/**
 * Ids of a Zipkin span. A 64-bit trace id is padded on the left. A span that names itself as its
 * parent has none, as in Zipkin.
 *
 * The two halves of an RPC MAY have one id; the half of the server says `shared` then. It becomes a
 * child of the other half under an id that follows from the shared one, so that neither replaces
 * the other.
 */
export function readZipkinIds(span: JsonObject): ZipkinIds | SpanFault {
  const traceId = readId(span, { key: 'traceId', code: 'invalid_trace_id', form: TRACE_ID });
  if (traceId instanceof SpanFault) {
    return traceId;
  }
  const spanId = readId(span, { key: 'id', code: 'invalid_span_id', form: SPAN_ID });
  if (spanId instanceof SpanFault) {
    return spanId;
  }
  const parentId = readParentId(span);
  if (parentId instanceof SpanFault) {
    return parentId;
  }
  const trace_id = traceId.padStart(32, '0');
  const parent_id = parentId === spanId ? undefined : parentId;
  return span['shared'] === true
    ? { trace_id, span_id: idOfServerHalf(spanId), parent_id: spanId, sent_parent_id: parent_id }
    : { trace_id, span_id: spanId, parent_id, sent_parent_id: undefined };
}

function idOfServerHalf(sharedId: string): string {
  const id = BigInt(`0x${sharedId}`) ^ SERVER_HALF;
  return (id || SERVER_HALF << 16n).toString(16).padStart(16, '0');
}

interface IdMember {
  key: string;
  code: DropCode;
  form: RegExp;
}

function readId(span: JsonObject, { key, code, form }: IdMember): string | SpanFault {
  const input = span[key];
  if (isAbsent(input)) {
    return missingMember(code, [key]);
  }
  const id = typeof input === 'string' ? input.toLowerCase() : '';
  return form.test(id) && !ONLY_ZEROS.test(id)
    ? id
    : wrongValue(code, { loc: [key], input: input ?? null }, 'is not a valid id');
}

function readParentId(span: JsonObject): string | undefined | SpanFault {
  const input = span['parentId'];
  if (isAbsent(input) || (typeof input === 'string' && /^0*$/.test(input))) {
    return undefined;
  }
  return readId(span, { key: 'parentId', code: 'invalid_parent_id', form: SPAN_ID });
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null;
}
