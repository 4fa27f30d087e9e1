import { withoutUndefined } from '@spanhouse/span-schema';
import { type DropCode, type DroppedSpan, dropCodes } from '../submission/dropped-span.js';
import type { SpanDraft } from '../submission/span-draft.js';

/**
 * Records the fault of the current span. If a span has several faults, only the one that comes first in `dropCodes` is
 * kept.
 */
export class OtlpFaults {
  #code: DropCode | undefined;
  #message = '';

  /** Records a fault of the current span. Clients see the message. */
  note(code: DropCode, message: string): void {
    if (this.#code === undefined || dropCodes.indexOf(code) < dropCodes.indexOf(this.#code)) {
      this.#code = code;
      this.#message = message;
    }
  }

  /**
   * Returns the current span's entry for `dropped`, or `undefined` if the span has no fault. Then resets the state for
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
