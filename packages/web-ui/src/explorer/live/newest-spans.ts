import type { ShownSpan } from '../../api/shown-span.js';

/** The most spans that a live list keeps. */
export const MAX_LIVE_ROWS = 5000;

/** The spans that arrived last, newest first, each with its latest version only. */
export class NewestSpans {
  /** By ids, in the order of their arrival. */
  readonly #spans = new Map<string, ShownSpan>();
  #rows: readonly ShownSpan[] = [];
  #isOld = false;

  get length(): number {
    return this.#spans.size;
  }

  /** Puts a span on top. */
  add(span: ShownSpan): void {
    const key = keyOf(span);
    this.#spans.delete(key);
    this.#spans.set(key, span);
    const [oldest] = this.#spans.keys();
    if (this.#spans.size > MAX_LIVE_ROWS && oldest !== undefined) {
      this.#spans.delete(oldest);
    }
    this.#isOld = true;
  }

  /** Returns a span by its position; the newest has 0. */
  at(index: number): ShownSpan | undefined {
    if (this.#isOld) {
      this.#rows = [...this.#spans.values()].reverse();
      this.#isOld = false;
    }
    return this.#rows[index];
  }
}

/** Names a version-independent span. */
export function keyOf({ trace_id, span_id }: ShownSpan): string {
  return `${trace_id}${span_id}`;
}
