import type { SpanResource } from '@spanhouse/span-schema';
import { finishResource, finishScope } from '../otlp-origin.js';
import { type OtlpReadResult, OtlpSpans, toRefusal } from '../otlp-spans.js';
import { resourceSpansFields, scopeSpansFields } from './decode-origin.js';
import { readSpan } from './decode-span.js';
import { readFields } from './message-fields.js';
import { BYTES, MalformedProtobuf, ProtobufReader, tagOf } from './protobuf-reader.js';

const resourceSpansTag = tagOf(1, BYTES);
const scopeSpansTag = tagOf(2, BYTES);
const spanTag = tagOf(2, BYTES);

/**
 * Reads the spans of an ExportTraceServiceRequest or TracesData message; both have the same bytes.
 *
 * - A span without times gets `receivedAt` (ns) for both.
 * - Keeps no reference to `body`, and never throws because of its content.
 */
export function readOtlpProtobuf(
  body: Uint8Array,
  receivedAt: bigint,
  maxFields = Number.POSITIVE_INFINITY,
): OtlpReadResult {
  const spans = new OtlpSpans(receivedAt, body.byteLength);
  const reader = new ProtobufReader(body, maxFields);
  try {
    eachField(reader, resourceSpansTag, () => readResourceSpans(reader, spans));
  } catch (error) {
    if (error instanceof MalformedProtobuf) {
      return { status: 'undecodable', reason: error.message };
    }
    return toRefusal(error);
  }
  return spans.result();
}

/** A first pass looks for the resource, because it may be encoded after the spans that it describes. */
function readResourceSpans(reader: ProtobufReader, spans: OtlpSpans): void {
  const outer = reader.enter();
  const start = reader.position;
  const found: SpanResource = { attributes: {} };
  readFields(reader, found, { fields: resourceSpansFields, faults: spans.faults });
  const resource = finishResource(found);
  reader.position = start;
  eachField(reader, scopeSpansTag, () => readScopeSpans(reader, spans, resource));
  reader.leave(outer);
}

function readScopeSpans(
  reader: ProtobufReader,
  spans: OtlpSpans,
  resource: SpanResource | undefined,
): void {
  const outer = reader.enter();
  const start = reader.position;
  const found = {};
  readFields(reader, found, { fields: scopeSpansFields, faults: spans.faults });
  const scope = finishScope(found);
  reader.position = start;
  eachField(reader, spanTag, () => {
    const draft = readSpan(reader, spans.faults);
    draft.resource = resource;
    draft.scope = scope;
    spans.add(draft);
  });
  reader.leave(outer);
}

function eachField(reader: ProtobufReader, wanted: number, read: () => void): void {
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag === wanted) {
      read();
    } else {
      reader.skip(tag);
    }
  }
}
