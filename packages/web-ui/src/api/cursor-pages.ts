import { createStore } from '../parts/store.js';

/** One page of a list that is read page by page with a cursor. */
export interface CursorPage<Row> {
  readonly rows: readonly Row[];
  /** The token for the next page; absent on the last page. */
  readonly next?: string | undefined;
}

/** The rows received so far from a page that is still being read. */
export interface PagePart<Row> {
  readonly rows: readonly Row[];
  /** The time up to which the list has been searched, in list order. */
  readonly reached?: string | undefined;
}

/**
 * Reads a page. It MAY call `onPart` while rows arrive. If the read fails but the received rows should be kept, it
 * rejects with an UnfinishedPage.
 */
export type LoadPage<Row> = (
  next: string | undefined,
  signal: AbortSignal,
  onPart?: (part: PagePart<Row>) => void,
) => Promise<CursorPage<Row>>;

/** Thrown when a read stops before the end of its page. The rows received before that point are kept. */
export class UnfinishedPage<Row> extends Error {
  readonly rows: readonly Row[];
  /** The token with which a later request continues the read. */
  readonly resume: string;
  readonly reached: string | undefined;

  constructor(part: PagePart<Row>, resume: string, cause: unknown) {
    super('The answer ended early.', { cause });
    this.name = 'UnfinishedPage';
    this.rows = part.rows;
    this.resume = resume;
    this.reached = part.reached;
  }
}

/** The state of a list that is being read. */
export interface PagesState {
  /** A number that increases with each change, so that components know when to render again. */
  readonly version: number;
  /** Number of rows read so far, including rows that are no longer kept. */
  readonly known: number;
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  /** The time up to which the current or failed read has searched the list, in list order. */
  readonly reached?: string | undefined;
}

/** State of a list before any row has been read. */
export const noRows: PagesState = {
  version: 0,
  known: 0,
  isComplete: false,
  isLoading: true,
  error: undefined,
};

/** Access to the rows of a list by index. The rows may change at any time. */
export interface RowSource<Row> {
  readonly state: PagesState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the row at an index; undefined if it is not loaded. */
  row(index: number): Row | undefined;
  /** Loads the rows from `first` to `last` that are not loaded yet. */
  need(first: number, last: number): void;
  /** Retries the read that failed. */
  retry(): void;
  cancel(): void;
}

/** Maximum number of pages whose rows are kept. Rows of other pages are read again on demand. */
const MAX_KEPT = 20;

/**
 * A list of any length that is read page by page. It keeps the tokens of all pages, but the rows of at most `maxKept`
 * pages (default: 20). The first page is always kept, because reading it again without a token would return newer rows.
 */
export class CursorPages<Row> implements RowSource<Row> {
  readonly #load: LoadPage<Row>;
  readonly #maxKept: number;
  /** The token and the first row index of each known page. */
  readonly #starts: { readonly token: string | undefined; readonly row: number }[] = [
    { token: undefined, row: 0 },
  ];
  readonly #rows = new Map<number, readonly Row[]>();
  readonly #state = createStore<PagesState>({ ...noRows, isLoading: false });
  #running = new AbortController();

  constructor(load: LoadPage<Row>, maxKept = MAX_KEPT) {
    this.#load = load;
    this.#maxKept = maxKept;
  }

  get state(): PagesState {
    return this.#state.get();
  }

  readonly subscribe = this.#state.subscribe;

  /** Returns the row at an index; undefined if its page is not loaded. */
  row(index: number): Row | undefined {
    const page = this.#pageOf(index);
    return this.#rows.get(page)?.[index - (this.#starts[page]?.row ?? 0)];
  }

  /** Loads the rows from `first` to `last` that are not loaded yet. It reads one page at a time. */
  need(first: number, last: number): void {
    const missing = this.#missingPage(first, last);
    if (missing !== undefined && !this.state.isLoading && this.state.error === undefined) {
      void this.#read(missing).then((isRead) => isRead && this.need(first, last));
    }
  }

  /** Retries the read that failed. */
  retry(): void {
    this.#change({ error: undefined });
    this.need(this.state.known, this.state.known);
  }

  /** Cancels the current read in the browser and in the service. */
  cancel(): void {
    this.#running.abort();
  }

  #pageOf(index: number): number {
    return this.#starts.findLastIndex(({ row }) => row <= index);
  }

  #missingPage(first: number, last: number): number | undefined {
    for (let page = this.#pageOf(first); page <= this.#pageOf(last); page++) {
      if (!this.#rows.has(page)) {
        return page;
      }
    }
    return undefined;
  }

  async #read(page: number): Promise<boolean> {
    this.#running = new AbortController();
    this.#change({ isLoading: true, reached: undefined });
    const { token } = this.#starts[page] ?? {};
    try {
      const { rows, next } = await this.#load(token, this.#running.signal, (part) =>
        this.#showPart(page, part),
      );
      this.#keep(page, rows);
      this.#learn(page, rows.length, next);
      return true;
    } catch (error) {
      this.#break(page, error);
      return false;
    }
  }

  /**
   * Shows the rows of a page while the page is being read. If the page has been read before, its rows change only when
   * the new read is complete.
   */
  #showPart(page: number, { rows, reached }: PagePart<Row>): void {
    const start = this.#starts[page]?.row ?? 0;
    if (page === this.#starts.length - 1) {
      this.#keep(page, rows);
      this.#change({ known: start + rows.length, reached });
    } else {
      this.#change({ reached });
    }
  }

  /**
   * Stores the error from a failed read. If the read returned some rows of its page, these rows are kept and the next
   * page continues after them.
   */
  #break(page: number, error: unknown): void {
    if (!(error instanceof UnfinishedPage)) {
      this.#change({ isLoading: false, error });
      return;
    }
    if (page === this.#starts.length - 1) {
      this.#keep(page, error.rows);
      this.#learn(page, error.rows.length, error.resume);
    }
    this.#change({ isLoading: false, error: error.cause, reached: error.reached });
  }

  #keep(page: number, rows: readonly Row[]): void {
    this.#rows.delete(page);
    this.#rows.set(page, rows);
    const oldest = [...this.#rows.keys()].find((kept) => kept !== 0 && kept !== page);
    if (this.#rows.size > this.#maxKept && oldest !== undefined) {
      this.#rows.delete(oldest);
    }
  }

  #learn(page: number, count: number, next: string | undefined): void {
    const isLast = page === this.#starts.length - 1;
    const known = isLast ? (this.#starts[page]?.row ?? 0) + count : this.state.known;
    if (isLast && next !== undefined) {
      this.#starts.push({ token: next, row: known });
    }
    const isComplete = isLast ? next === undefined : this.state.isComplete;
    this.#change({ isLoading: false, known, isComplete });
  }

  #change(change: Partial<PagesState>): void {
    this.#state.set({ ...this.state, ...change, version: this.state.version + 1 });
  }
}
