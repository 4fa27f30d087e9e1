import type { DropCode, DroppedSpan } from '../dropped-span.js';
import type { SpanDraft } from '../span-draft.js';

/** The order in which a span with several faults is reported (API: "Per-span isolation"). */
const ORDER: readonly DropCode[] = [
  'invalid_span',
  'invalid_trace_id',
  'invalid_span_id',
  'invalid_parent_id',
  'invalid_time',
  'invalid_enum',
  'invalid_event',
  'invalid_link',
];

/** What is wrong with the span that is being read; of several faults the first in the order stays. */
export class OtlpFaults {
  #code: DropCode | undefined;
  #message = '';

  note(code: DropCode, message: string): void {
    if (this.#code === undefined || ORDER.indexOf(code) < ORDER.indexOf(this.#code)) {
      this.#code = code;
      this.#message = message;
    }
  }

  /** The entry for `dropped`, or `undefined` for a span without fault; starts anew for the next span. */
  take(draft: SpanDraft, index: number): DroppedSpan | undefined {
    const code = this.#code;
    if (code === undefined) {
      return undefined;
    }
    this.#code = undefined;
    return {
      ...(draft.trace_id === '' ? {} : { trace_id: draft.trace_id }),
      ...(draft.span_id === '' ? {} : { span_id: draft.span_id }),
      index,
      code,
      message: this.#message,
    };
  }
}
