import type { ShownSpan } from '../../api/shown-span.js';

/** Maximum number of spans that a live list keeps. */
export const MAX_LIVE_ROWS = 5000;

/** The most recently arrived spans, newest first. For each span, only the latest version is kept. */
export class NewestSpans {
  /** Spans in order of arrival, keyed by id. */
  readonly #spans = new Map<string, ShownSpan>();
  #rows: readonly ShownSpan[] = [];
  #isOld = false;

  get length(): number {
    return this.#spans.size;
  }

  /** Adds a span, or a new version of a span, as the newest one. */
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

  /** Returns the span at a position. The newest span has position 0. */
  at(index: number): ShownSpan | undefined {
    if (this.#isOld) {
      this.#rows = [...this.#spans.values()].reverse();
      this.#isOld = false;
    }
    return this.#rows[index];
  }
}

/** Returns a key that all versions of a span share. */
export function keyOf({ trace_id, span_id }: ShownSpan): string {
  return `${trace_id}${span_id}`;
}
