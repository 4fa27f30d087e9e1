import type { FoundSummariesAnswer } from '@spanhouse/span-schema/api';
import { call } from '../../api/call.js';
import {
  type CursorPage,
  type LoadPage,
  type PagePart,
  UnfinishedPage,
} from '../../api/cursor-pages.js';
import { streamPage } from '../../api/stream-page.js';
import type { SummariesRequest, TraceSummary } from '../../api/trace-summary.js';
import { readTime, writeTime } from '../../parts/values/format-time.js';
import { readPosition, type Windowing, writePosition } from './list-position.js';

const path = '/traces/summaries/query';

/**
 * Returns the function that reads the pages of a trace list. The first page is a stream that shows rows and search
 * progress while it arrives. After the deadline or Cancel, the stream resumes at the time that it reached. It skips
 * traces that are already listed, because they may match again.
 */
export function loadTraces(request: SummariesRequest): LoadPage<TraceSummary> {
  const reader = new TracePages(request);
  return (next, signal, onPart) => {
    const position = next === undefined ? reader.start : readPosition(next);
    return position === undefined
      ? reader.readPage(next ?? '', signal)
      : reader.stream(position.windowing, { token: next, signal, onPart });
  };
}

interface StreamOptions {
  /** Token of the page; undefined for the first page. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly onPart: ((part: PagePart<TraceSummary>) => void) | undefined;
}

type Ids = ReadonlySet<string>;
const none: Ids = new Set();

class TracePages {
  readonly #request: SummariesRequest;
  readonly #first: Windowing;
  /** Ids of traces that were listed before a stream resumed, by the tokens of the later pages. */
  readonly #listed = new Map<string | undefined, Ids>();

  constructor(request: SummariesRequest) {
    const { bounds, limit, order } = request;
    this.#request = request;
    this.#first = { ...bounds, limit, order };
  }

  get start() {
    return { kind: 'from', windowing: this.#first } as const;
  }

  async readPage(token: string, signal: AbortSignal): Promise<CursorPage<TraceSummary>> {
    const body = this.#bodyOf({ next: token });
    const { summaries = [], windowing: { next } = {} } = await call<FoundSummariesAnswer>(path, {
      body,
      signal,
    });
    return this.#page(summaries, token, next);
  }

  async stream(
    windowing: Windowing,
    { token, signal, onPart }: StreamOptions,
  ): Promise<CursorPage<TraceSummary>> {
    const { rows, reached, next, failure } = await streamPage<TraceSummary>(
      path,
      this.#bodyOf(windowing),
      {
        signal,
        onPart: onPart && ((part) => onPart({ ...part, rows: this.#new(part.rows, token) })),
      },
    );
    if (failure === undefined) {
      return this.#page(rows, token, next);
    }
    const shown = this.#new(rows, token);
    const resume = writePosition({ kind: 'from', windowing: this.#from(reached, windowing) });
    const before = this.#listed.get(token) ?? none;
    this.#listed.set(resume, new Set([...before, ...shown.map(({ trace_id: id }) => id)]));
    throw new UnfinishedPage({ rows: shown, reached }, resume, failure);
  }

  #page(
    rows: readonly TraceSummary[],
    token: string | undefined,
    next: string | undefined,
  ): CursorPage<TraceSummary> {
    const listed = this.#listed.get(token);
    if (next !== undefined && listed !== undefined) {
      this.#listed.set(next, listed);
    }
    return { rows: this.#new(rows, token), next };
  }

  /** Returns the rows that are not listed yet. */
  #new(rows: readonly TraceSummary[], token: string | undefined): readonly TraceSummary[] {
    const listed = this.#listed.get(token) ?? none;
    return listed.size === 0 ? rows : rows.filter(({ trace_id: id }) => !listed.has(id));
  }

  /**
   * Returns a window that includes the reached time. The bound is moved by 1 ns, because bounds are exclusive and a
   * truncated answer may lack other traces of that time.
   */
  #from(reached: string | undefined, windowing: Windowing): Windowing {
    const isAscending = this.#request.order === 'ascending';
    const bound = isAscending ? 'oldest' : 'newest';
    const own = this.#first[bound];
    if (reached === undefined || (own !== undefined && readTime(reached) === readTime(`${own}`))) {
      return windowing;
    }
    return { ...this.#first, [bound]: writeTime(readTime(reached) + (isAscending ? -1n : 1n)) };
  }

  #bodyOf(windowing: Windowing): object {
    const { filtering } = this.#request;
    return { ...(filtering !== undefined && { filtering }), windowing };
  }
}
