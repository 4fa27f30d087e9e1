import { withoutUndefined } from '@spanhouse/span-schema';
import type { DropCode, DroppedSpan } from '../submission/dropped-span.js';
import type { SpanDraft } from '../submission/span-draft.js';

/** The precedence of faults: a span is reported with the first of its faults; see docs/api/ingest.md. */
const order: readonly DropCode[] = [
  'invalid_span',
  'invalid_trace_id',
  'invalid_span_id',
  'invalid_parent_id',
  'invalid_time',
  'invalid_enum',
  'invalid_event',
  'invalid_link',
];

/** Keeps the fault of the current span. Of several faults, it keeps the first in `order`. */
export class OtlpFaults {
  #code: DropCode | undefined;
  #message = '';

  /** Notes a fault of the current span; clients see the message. */
  note(code: DropCode, message: string): void {
    if (this.#code === undefined || order.indexOf(code) < order.indexOf(this.#code)) {
      this.#code = code;
      this.#message = message;
    }
  }

  /**
   * Returns the entry for `dropped`, or `undefined` for a span without fault, and resets itself for
   * the next span.
   */
  take(draft: SpanDraft, index: number): DroppedSpan | undefined {
    const code = this.#code;
    if (code === undefined) {
      return undefined;
    }
    this.#code = undefined;
    return withoutUndefined({
      trace_id: draft.trace_id || undefined,
      span_id: draft.span_id || undefined,
      index,
      code,
      message: this.#message,
    });
  }
}
