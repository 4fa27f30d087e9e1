import { withoutUndefined } from '@spanhouse/span-schema';
import { type DropCode, type DroppedSpan, dropCodes } from '../submission/dropped-span.js';
import type { SpanDraft } from '../submission/span-draft.js';

/** Keeps the fault of the current span. Of several faults, it keeps the first in the order of `dropCodes`. */
export class OtlpFaults {
  #code: DropCode | undefined;
  #message = '';

  /** Notes a fault of the current span; clients see the message. */
  note(code: DropCode, message: string): void {
    if (this.#code === undefined || dropCodes.indexOf(code) < dropCodes.indexOf(this.#code)) {
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
