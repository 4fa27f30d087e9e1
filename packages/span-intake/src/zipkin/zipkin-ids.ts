import { idOfServerHalf, type JsonObject } from '@spanhouse/span-schema';
import type { DropCode } from '../submission/dropped-span.js';
import { missingOrWrong, SpanFault } from '../submission/span-fault.js';

const traceIdPattern = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/;
const spanIdPattern = /^[0-9a-f]{16}$/;
const onlyZeros = /^0+$/;

/** The ids of a Zipkin span in canonical form. */
export interface ZipkinIds {
  trace_id: string;
  span_id: string;
  parent_id: string | undefined;
  /** The submitted parent, if another one replaced it. */
  sent_parent_id: string | undefined;
}

/**
 * Reads the ids of a Zipkin span. A 64-bit trace id is padded on the left. A span that names itself as its parent has
 * no parent, like in Zipkin. The two halves of an RPC MAY have the same id; then the server's half is marked as
 * `shared`. It becomes a child of the client's half, with an id derived from the shared one, so that neither half
 * replaces the other.
 */
export function readZipkinIds(span: JsonObject): ZipkinIds | SpanFault {
  const traceId = readId(span, { key: 'traceId', code: 'invalid_trace_id', form: traceIdPattern });
  if (traceId instanceof SpanFault) {
    return traceId;
  }
  const spanId = readId(span, { key: 'id', code: 'invalid_span_id', form: spanIdPattern });
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

interface IdMember {
  key: string;
  code: DropCode;
  form: RegExp;
}

function readId(span: JsonObject, { key, code, form }: IdMember): string | SpanFault {
  const input = span[key];
  const id = typeof input === 'string' ? input.toLowerCase() : '';
  return form.test(id) && !onlyZeros.test(id)
    ? id
    : missingOrWrong(code, span, { key, reason: 'is not a valid id' });
}

function readParentId(span: JsonObject): string | undefined | SpanFault {
  const input = span['parentId'] ?? '';
  return typeof input === 'string' && /^0*$/.test(input)
    ? undefined
    : readId(span, { key: 'parentId', code: 'invalid_parent_id', form: spanIdPattern });
}
