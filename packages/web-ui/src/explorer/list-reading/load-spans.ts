import type { SentProjection } from '@spanhouse/span-schema/api';
import { ApiProblem } from '../../api/api-problem.js';
import {
  type CursorPage,
  type LoadPage,
  type PagePart,
  UnfinishedPage,
} from '../../api/cursor-pages.js';
import { querySpans } from '../../api/query-spans.js';
import type { ShownSpan } from '../../api/shown-span.js';
import { streamPage } from '../../api/stream-page.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { readTime } from '../../parts/values/format-time.js';
import type { Bounds } from '../../url/time-window.js';
import { readPosition, type Windowing, writePosition } from './list-position.js';

const PAGE_SIZE = 100;
/**
 * Page size if the previous page arrived quickly. Per row, a large page costs the store about half as much as a page of
 * normal size.
 */
const LARGE_PAGE_SIZE = 400;
const QUICK_MS = 250;
const DEADLINE = 504;

export interface SpansRequest {
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
  readonly order: 'ascending' | 'descending';
  readonly projection: SentProjection;
}

/** The request for a page that has not been read yet. */
interface ExpectedPage {
  /** Window that starts where the page starts. If reading the page fails, the retry uses this window. */
  readonly begin: Windowing;
  /** Number of rows in the page. It stays the same whenever the page is read again. */
  readonly limit: number;
}

/**
 * Returns a function that reads the pages of a span list:
 * - The first page is a stream, which reports rows and search progress as they arrive.
 * - Later pages use the service's tokens and share the snapshot of the second page.
 * - After a timeout or Cancel, reading can resume where it stopped.
 */
export function loadSpans(request: SpansRequest): LoadPage<ShownSpan> {
  const reader = new SpanPages(request);
  return (next, signal, onPart) => {
    const position = next === undefined ? reader.start : readPosition(next);
    return position === undefined || position.kind === 'after'
      ? reader.readPage(next ?? '', position?.windowing, signal)
      : reader.stream(position.windowing, { signal, onPart });
  };
}

class SpanPages {
  readonly #request: SpansRequest;
  readonly #first: Windowing;
  /** Requests for upcoming pages, keyed by the service's tokens. */
  readonly #expected = new Map<string, ExpectedPage>();

  constructor(request: SpansRequest) {
    this.#request = request;
    this.#first = { ...request.bounds, limit: PAGE_SIZE, order: request.order };
  }

  get start() {
    return { kind: 'from', windowing: this.#first } as const;
  }

  /** Reads the page in the given window or, without a window, the page with the given token. */
  async readPage(
    token: string,
    windowing: Windowing | undefined,
    signal: AbortSignal,
  ): Promise<CursorPage<ShownSpan>> {
    const expected = this.#expected.get(token);
    const begin = windowing ?? expected?.begin ?? this.#first;
    const body = this.#bodyOf(windowing ?? { next: token, limit: expected?.limit ?? PAGE_SIZE });
    const startedMs = performance.now();
    try {
      const { spans, next } = await querySpans(body, { signal });
      if (next !== undefined) {
        this.#expect(next, { after: spans.at(-1), tookMs: performance.now() - startedMs });
      }
      return { rows: spans, next };
    } catch (error) {
      throw isInterruption(error)
        ? new UnfinishedPage({ rows: [] }, writePosition({ kind: 'from', windowing: begin }), error)
        : error;
    }
  }

  /**
   * Stores the request for a page. If the page is read again, its size is the same, so that the rows of later pages do
   * not move.
   */
  #expect(token: string, former: { after: ShownSpan | undefined; tookMs: number }): void {
    const begin = this.#after(former.after);
    if (begin !== undefined && !this.#expected.has(token)) {
      const limit = former.tookMs < QUICK_MS ? LARGE_PAGE_SIZE : PAGE_SIZE;
      this.#expected.set(token, { begin, limit });
    }
  }

  /** Reads a page line by line. The rows that arrive before a failure are kept. */
  async stream(
    windowing: Windowing,
    options: Parameters<typeof streamPage<ShownSpan>>[2],
  ): Promise<CursorPage<ShownSpan>> {
    const body = this.#bodyOf(windowing);
    const { rows, reached, failure } = await streamPage<ShownSpan>('/spans/query', body, options);
    if (failure !== undefined) {
      const resume = this.#resume({ rows, reached }, windowing);
      const position = writePosition({ kind: 'from', windowing: resume });
      throw new UnfinishedPage({ rows, reached }, position, failure);
    }
    const end = rows.length < PAGE_SIZE ? undefined : this.#after(rows.at(-1));
    return { rows, next: end && writePosition({ kind: 'after', windowing: end }) };
  }

  #bodyOf(windowing: Windowing): object {
    const { filtering, projection } = this.#request;
    return { ...(filtering !== undefined && { filtering }), windowing, projection };
  }

  /**
   * Returns the window with which a broken stream resumes. It starts after the last row or, if the search progressed
   * beyond that row, at the last reported time.
   */
  #resume({ rows, reached }: PagePart<ShownSpan>, begin: Windowing): Windowing {
    const last = rows.at(-1);
    const shown = last?.start_time ?? begin[this.#bound];
    const isBeyond = reached !== undefined && this.#isBeyond(reached, shown);
    return isBeyond ? this.#from(reached) : (this.#after(last) ?? begin);
  }

  #isBeyond(reached: string, shown: string | number | undefined): boolean {
    if (shown === undefined) {
      return true;
    }
    const [time, than] = [readTime(reached), readTime(String(shown))];
    return this.#request.order === 'ascending' ? time > than : time < than;
  }

  /**
   * Returns the window that begins after a row. The bound is the row's time, and `next` contains the row's id twice, as
   * docs/api/windowing.md requires.
   */
  #after(last: ShownSpan | undefined): Windowing | undefined {
    return last && { ...this.#from(last.start_time), next: last.span_id.repeat(2) };
  }

  #from(time: string): Windowing {
    return { ...this.#first, [this.#bound]: time };
  }

  get #bound(): 'oldest' | 'newest' {
    return this.#request.order === 'ascending' ? 'oldest' : 'newest';
  }
}

/** Returns true if an interrupted read can resume. This is the case after a timeout and after Cancel. */
function isInterruption(error: unknown): boolean {
  return (
    (error instanceof ApiProblem && error.status === DEADLINE) ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}
