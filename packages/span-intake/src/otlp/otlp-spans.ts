import type { AdapterName } from '../adapters/adapter.js';
import { mapToAg } from '../adapters/map-to-ag.js';
import type { DroppedSpan } from '../dropped-span.js';
import type { SpanDraft } from '../span-draft.js';
import { MAX_FAULTS } from '../too-many-faults.js';
import { finishOtlpDraft, type OtlpDraft } from './otlp-draft.js';
import { OtlpFaults } from './otlp-faults.js';
import type { OtlpReadResult } from './otlp-read-result.js';
import { TooManyFaultySpans } from './too-many-faulty-spans.js';
import { MAX_OTLP_SPANS, TooManySpans } from './too-many-spans.js';

/** The spans of one request while it is read, in whichever encoding. */
export class OtlpSpans {
  /** Of the span that is being read. */
  readonly faults = new OtlpFaults();
  readonly #receivedAt: bigint;
  readonly #drafts: SpanDraft[] = [];
  readonly #dropped: DroppedSpan[] = [];
  readonly #failedAdapters: AdapterName[] = [];

  constructor(receivedAt: bigint) {
    this.#receivedAt = receivedAt;
  }

  /** Takes a span whose fields are all read. Throws TooManyFaultySpans and TooManySpans. */
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

  result(): OtlpReadResult {
    return {
      status: 'read',
      drafts: this.#drafts,
      dropped: this.#dropped,
      failedAdapters: this.#failedAdapters,
    };
  }
}
