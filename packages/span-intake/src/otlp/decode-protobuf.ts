import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { readResource, readScope } from './decode-origin.js';
import { readSpan } from './decode-span.js';
import { MalformedProtobuf } from './malformed-protobuf.js';
import { finishResource, finishScope } from './otlp-origin.js';
import type { OtlpReadResult } from './otlp-read-result.js';
import { OtlpSpans } from './otlp-spans.js';
import { BYTES, ProtobufReader, tagOf } from './protobuf-reader.js';
import { TooManyFaultySpans } from './too-many-faulty-spans.js';
import { TooManySpans } from './too-many-spans.js';

const RESOURCE_SPANS = tagOf(1, BYTES);
const RESOURCE = tagOf(1, BYTES);
const SCOPE_SPANS = tagOf(2, BYTES);
const SCOPE = tagOf(1, BYTES);
const SPANS = tagOf(2, BYTES);
const SCHEMA_URL = tagOf(3, BYTES);

/**
 * Spans of an ExportTraceServiceRequest or TracesData message (the same bytes).
 *
 * - `receivedAt` (ns) stands in for both times of a span that has neither.
 * - Keeps nothing of `body`, and never throws on its content.
 */
export function readOtlpProtobuf(body: Uint8Array, receivedAt: bigint): OtlpReadResult {
  const spans = new OtlpSpans(receivedAt);
  const request = new OtlpRequest(new ProtobufReader(body), spans);
  try {
    request.read();
  } catch (error) {
    if (error instanceof MalformedProtobuf || error instanceof TooManyFaultySpans) {
      return { status: 'undecodable', reason: error.message };
    }
    if (error instanceof TooManySpans) {
      return { status: 'too_many_spans', reason: error.message };
    }
    throw error;
  }
  return spans.result();
}

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
    this.#eachField(RESOURCE_SPANS, () => this.#inMessage(() => this.#readResourceSpans()));
  }

  /** What describes all spans of a message may stand behind them, so it is looked for first. */
  #readResourceSpans(): void {
    const reader = this.#reader;
    const start = reader.position;
    const resource: SpanResource = { attributes: {} };
    while (!reader.isAtEnd) {
      const tag = reader.tag();
      if (tag === RESOURCE) {
        readResource(reader, resource);
      } else if (tag === SCHEMA_URL) {
        resource.schema_url = reader.text();
      } else {
        reader.skip(tag);
      }
    }
    this.#resource = finishResource(resource);
    reader.position = start;
    this.#eachField(SCOPE_SPANS, () => this.#inMessage(() => this.#readScopeSpans()));
  }

  #readScopeSpans(): void {
    const reader = this.#reader;
    const start = reader.position;
    const scope: InstrumentationScope = {};
    while (!reader.isAtEnd) {
      const tag = reader.tag();
      if (tag === SCOPE) {
        readScope(reader, scope);
      } else if (tag === SCHEMA_URL) {
        scope.schema_url = reader.text();
      } else {
        reader.skip(tag);
      }
    }
    this.#scope = finishScope(scope);
    reader.position = start;
    this.#eachField(SPANS, () => this.#readSpan());
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
