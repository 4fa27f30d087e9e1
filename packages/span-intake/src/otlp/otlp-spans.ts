import type { AdapterName } from '../adapters/adapter.js';
import { mapToAg } from '../adapters/map-to-ag.js';
import type { DroppedSpan } from '../submission/dropped-span.js';
import { MAX_FAULTS } from '../submission/problem.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { finishOtlpDraft, type OtlpDraft } from './otlp-draft.js';
import { OtlpFaults } from './otlp-faults.js';

/** The decoded spans of an export request. */
export type OtlpReadResult =
  | {
      readonly status: 'read';
      /** In the order of the request. */
      readonly drafts: SpanDraft[];
      /** `index` counts the spans of the request over all its resources and scopes. */
      readonly dropped: DroppedSpan[];
      /** One entry per span and adapter that could not map it; the span keeps all its other members. */
      readonly failedAdapters: AdapterName[];
    }
  | OtlpRefusal;

/** The reason why no span of an export request is accepted. */
export type OtlpRefusal =
  /** The bytes are damaged so that reading cannot continue, or too many spans are faulty. */
  | { readonly status: 'undecodable'; readonly reason: string }
  /** The request holds more than MAX_OTLP_SPANS spans. */
  | { readonly status: 'too_many_spans'; readonly reason: string };

/**
 * The most spans of one request; a request with more is refused as a whole. A span of four bytes
 * takes a kilobyte of memory once it is read. Exporters send far fewer spans in one request.
 */
const MAX_OTLP_SPANS = 250_000;

/** Ends the reading of a request; `toRefusal` turns it into the answer. */
class TooManySpans extends Error {
  constructor() {
    super(`OTLP batch holds more than ${MAX_OTLP_SPANS} spans.`);
    this.name = 'TooManySpans';
  }
}

/** Ends the reading of a request. A fault takes more memory than the bytes that cause it. */
class TooManyFaultySpans extends Error {
  constructor() {
    super(`More than ${MAX_FAULTS} spans are no valid spans.`);
    this.name = 'TooManyFaultySpans';
  }
}

/** Converts an error of `OtlpSpans` to the refusal of the request; rethrows any other error. */
export function toRefusal(error: unknown): OtlpRefusal {
  if (error instanceof TooManySpans) {
    return { status: 'too_many_spans', reason: error.message };
  }
  if (error instanceof TooManyFaultySpans) {
    return { status: 'undecodable', reason: error.message };
  }
  throw error;
}

/**
 * Collects the spans of one request while a reader decodes it, in either encoding: checks each span,
 * maps its attributes to `ag`, and separates faulty spans from the others.
 */
export class OtlpSpans {
  /** The faults of the span that is being read. */
  readonly faults = new OtlpFaults();
  readonly #receivedAt: bigint;
  readonly #drafts: SpanDraft[] = [];
  readonly #dropped: DroppedSpan[] = [];
  readonly #failedAdapters: AdapterName[] = [];

  constructor(receivedAt: bigint) {
    this.#receivedAt = receivedAt;
  }

  /** Adds a span after all of its fields are read. Throws when the request exceeds a limit. */
  add(draft: OtlpDraft): void {
    finishOtlpDraft(draft, this.faults, this.#receivedAt);
    const dropped = this.faults.take(draft, this.#drafts.length + this.#dropped.length);
    if (dropped !== undefined) {
      if (this.#dropped.length === MAX_FAULTS) {
        throw new TooManyFaultySpans();
      }
      this.#dropped.push(dropped);
      return;
    }
    if (this.#drafts.length === MAX_OTLP_SPANS) {
      throw new TooManySpans();
    }
    for (const adapter of mapToAg(draft.attributes)) {
      this.#failedAdapters.push(adapter);
    }
    this.#drafts.push(draft);
  }

  /** Returns the collected spans. No span may be added afterwards. */
  result(): OtlpReadResult {
    return {
      status: 'read',
      drafts: this.#drafts,
      dropped: this.#dropped,
      failedAdapters: this.#failedAdapters,
    };
  }
}
