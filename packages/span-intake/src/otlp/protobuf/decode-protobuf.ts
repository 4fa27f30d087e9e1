import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { finishResource, finishScope } from '../otlp-origin.js';
import { type OtlpReadResult, OtlpSpans, toRefusal } from '../otlp-spans.js';
import { readResource, readScope } from './decode-origin.js';
import { readSpan } from './decode-span.js';
import { BYTES, MalformedProtobuf, ProtobufReader, tagOf } from './protobuf-reader.js';

const resourceSpans = tagOf(1, BYTES);
const resourceTag = tagOf(1, BYTES);
const scopeSpans = tagOf(2, BYTES);
const scopeTag = tagOf(1, BYTES);
const spans = tagOf(2, BYTES);
const schemaUrl = tagOf(3, BYTES);

/**
 * Reads the spans of an ExportTraceServiceRequest or TracesData message; both have the same bytes.
 *
 * - A span without times gets `receivedAt` (ns) for both.
 * - Keeps no reference to `body`, and never throws because of its content.
 */
export function readOtlpProtobuf(body: Uint8Array, receivedAt: bigint): OtlpReadResult {
  const spans = new OtlpSpans(receivedAt);
  const request = new OtlpRequest(new ProtobufReader(body), spans);
  try {
    request.read();
  } catch (error) {
    if (error instanceof MalformedProtobuf) {
      return { status: 'undecodable', reason: error.message };
    }
    return toRefusal(error);
  }
  return spans.result();
}

/** The walk through one request: resources, their scopes, and the spans of each scope. */
class OtlpRequest {
  readonly #reader: ProtobufReader;
  readonly #spans: OtlpSpans;
  #resource: SpanResource | undefined;
  #scope: InstrumentationScope | undefined;

  constructor(reader: ProtobufReader, spans: OtlpSpans) {
    this.#reader = reader;
    this.#spans = spans;
  }

  read(): void {
    this.#eachField(resourceSpans, () => this.#inMessage(() => this.#readResourceSpans()));
  }

  /** The resource may be encoded after the spans that it describes, so a first pass looks for it. */
  #readResourceSpans(): void {
    const reader = this.#reader;
    const start = reader.position;
    const resource: SpanResource = { attributes: {} };
    while (!reader.isAtEnd) {
      const tag = reader.tag();
      if (tag === resourceTag) {
        readResource(reader, resource);
      } else if (tag === schemaUrl) {
        resource.schema_url = reader.text();
      } else {
        reader.skip(tag);
      }
    }
    this.#resource = finishResource(resource);
    reader.position = start;
    this.#eachField(scopeSpans, () => this.#inMessage(() => this.#readScopeSpans()));
  }

  #readScopeSpans(): void {
    const reader = this.#reader;
    const start = reader.position;
    const scope: InstrumentationScope = {};
    while (!reader.isAtEnd) {
      const tag = reader.tag();
      if (tag === scopeTag) {
        readScope(reader, scope);
      } else if (tag === schemaUrl) {
        scope.schema_url = reader.text();
      } else {
        reader.skip(tag);
      }
    }
    this.#scope = finishScope(scope);
    reader.position = start;
    this.#eachField(spans, () => this.#readSpan());
  }

  #readSpan(): void {
    const draft = readSpan(this.#reader, this.#spans.faults);
    draft.resource = this.#resource;
    draft.scope = this.#scope;
    this.#spans.add(draft);
  }

  #eachField(wanted: number, read: () => void): void {
    const reader = this.#reader;
    while (!reader.isAtEnd) {
      const tag = reader.tag();
      if (tag === wanted) {
        read();
      } else {
        reader.skip(tag);
      }
    }
  }

  #inMessage(read: () => void): void {
    const outer = this.#reader.enter();
    read();
    this.#reader.leave(outer);
  }
}
