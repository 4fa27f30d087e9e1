import type { JsonValue } from '@spanhouse/span-schema';
import type { AdapterName } from '../adapters/adapter.js';
import { attributeMapper } from '../adapters/attribute-mapper.js';
import { withService } from '../submission/dropped-service.js';
import type { DroppedSpan } from '../submission/dropped-span.js';
import { KeyBudget } from '../submission/key-budget.js';
import { MAX_FAULTS } from '../submission/problem.js';
import {
  type RequestRefusal,
  RequestTooComplex,
  UndecodableRequest,
} from '../submission/request-too-complex.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { finishOtlpDraft, type OtlpDraft } from './otlp-draft.js';
import { OtlpFaults } from './otlp-faults.js';

export type OtlpReadResult =
  | {
      readonly status: 'read';
      /** The valid spans, in the order of the request. */
      readonly drafts: SpanDraft[];
      /** The faulty spans. `index` is the position among all spans of the request, regardless of resource and scope. */
      readonly dropped: DroppedSpan[];
      /**
       * Names of the adapters whose mapping failed, with one entry per adapter and affected span. The affected spans
       * lack only the values of the failed mapping.
       */
      readonly failedAdapters: AdapterName[];
    }
  | RequestRefusal;

/**
 * Maximum number of spans in one request. A request with more spans is refused as a whole, because even a span of four
 * bytes takes a kilobyte of memory once it is read. Exporters send far fewer spans per request.
 */
const MAX_OTLP_SPANS = 250_000;
/**
 * Minimum number of body bytes per span. Exporters send larger spans. The limit is needed because a span with three
 * attributes takes 3.5 kB of memory, however small its encoding.
 */
const BYTES_PER_SPAN = 160;
/** Number of spans that even the smallest body may contain. It equals the Collector's default batch size. */
const SPANS_OF_ANY_SIZE = 8192;

/**
 * Collects the spans of one request while a reader decodes the request in either encoding. Checks each span, maps its
 * attributes to `ag`, and separates faulty spans from valid ones.
 */
export class OtlpSpans {
  /** The faults of the span that is being read. */
  readonly faults = new OtlpFaults();
  readonly #receivedAt: bigint;
  readonly #maxSpans: number;
  readonly #keys = new KeyBudget();
  readonly #drafts: SpanDraft[] = [];
  readonly #dropped: DroppedSpan[] = [];
  readonly #failedAdapters: AdapterName[] = [];

  /** Creates the collection for one request. `bodyBytes` determines how many spans are allowed. */
  constructor(receivedAt: bigint, bodyBytes: number) {
    this.#receivedAt = receivedAt;
    const bySize = SPANS_OF_ANY_SIZE + Math.floor(bodyBytes / BYTES_PER_SPAN);
    this.#maxSpans = Math.min(MAX_OTLP_SPANS, bySize);
  }

  /** Adds a span whose fields have all been read. Throws if the request exceeds a limit. */
  add(draft: OtlpDraft): void {
    finishOtlpDraft(draft, this.faults, this.#receivedAt);
    const dropped = this.faults.take(draft, this.#drafts.length + this.#dropped.length);
    if (dropped !== undefined) {
      if (this.#dropped.length === MAX_FAULTS) {
        // The number of faults is limited, because the report of a fault takes more memory than the bytes that cause
        // it.
        throw new UndecodableRequest(`More than ${MAX_FAULTS} spans are no valid spans.`);
      }
      this.#dropped.push(withService(dropped, draft.resource as JsonValue | undefined));
      return;
    }
    if (this.#drafts.length === this.#maxSpans) {
      const reason = `OTLP batch holds more than ${this.#maxSpans} spans.`;
      throw new RequestTooComplex('spans', reason);
    }
    this.#failedAdapters.push(...attributeMapper.map(draft, this.#keys));
    this.#drafts.push(draft);
  }

  /** Returns the collected spans. MUST be the last call. */
  result(): OtlpReadResult {
    return {
      status: 'read',
      drafts: this.#drafts,
      dropped: this.#dropped,
      failedAdapters: this.#failedAdapters,
    };
  }
}
