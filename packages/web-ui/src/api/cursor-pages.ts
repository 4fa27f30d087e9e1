/** One page of a list that is read by cursor. */
export interface CursorPage<Row> {
  readonly rows: readonly Row[];
  /** The token of the next page; absent on the last one. */
  readonly next?: string | undefined;
}

export type LoadPage<Row> = (
  next: string | undefined,
  signal: AbortSignal,
) => Promise<CursorPage<Row>>;

/** What a list shows while it is being read. */
export interface PagesState {
  /** Counts the changes, so that a component sees each of them. */
  readonly version: number;
  /** The rows between the first one and the farthest that was read. */
  readonly known: number;
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** Rows that a list shows by their positions, and that may change at any time. */
export interface RowSource<Row> {
  readonly state: PagesState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns a row; undefined while it is not here. */
  row(index: number): Row | undefined;
  /** Reads what is missing of the rows from `first` to `last`. */
  need(first: number, last: number): void;
  /** Tries again after a failure. */
  retry(): void;
  /** Ends the read that is under way. */
  cancel(): void;
}

/** Rows of earlier pages that are kept; those between are read again with their tokens. */
const MAX_KEPT = 20;

/**
 * The rows of a list of any length. Keeps the tokens of all pages and the rows of twenty; the first page
 * stays, because a list without a token would begin with newer rows.
 */
export class CursorPages<Row> implements RowSource<Row> {
  readonly #load: LoadPage<Row>;
  /** The token and the first row of each page that was reached. */
  readonly #starts: { readonly token: string | undefined; readonly row: number }[] = [
    { token: undefined, row: 0 },
  ];
  readonly #rows = new Map<number, readonly Row[]>();
  readonly #listeners = new Set<() => void>();
  #state: PagesState = {
    version: 0,
    known: 0,
    isComplete: false,
    isLoading: false,
    error: undefined,
  };
  #running = new AbortController();

  constructor(load: LoadPage<Row>) {
    this.#load = load;
  }

  get state(): PagesState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns a row; undefined while its page is not here. */
  row(index: number): Row | undefined {
    const page = this.#pageOf(index);
    return this.#rows.get(page)?.[index - (this.#starts[page]?.row ?? 0)];
  }

  /** Reads what is missing of the rows from `first` to `last`, one page at a time. */
  need(first: number, last: number): void {
    const missing = this.#missingPage(first, last);
    if (missing !== undefined && !this.#state.isLoading && this.#state.error === undefined) {
      void this.#read(missing).then((isRead) => isRead && this.need(first, last));
    }
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#change({ error: undefined });
    this.need(this.#state.known, this.#state.known);
  }

  /** Ends the read that is under way, here and in the service. */
  cancel(): void {
    this.#running.abort();
  }

  #pageOf(index: number): number {
    const next = this.#starts.findIndex(({ row }) => row > index);
    return (next < 0 ? this.#starts.length : next) - 1;
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
    this.#change({ isLoading: true });
    try {
      const { rows, next } = await this.#load(this.#starts[page]?.token, this.#running.signal);
      this.#keep(page, rows);
      this.#learn(page, rows.length, next);
      return true;
    } catch (error) {
      this.#change({ isLoading: false, error });
      return false;
    }
  }

  #keep(page: number, rows: readonly Row[]): void {
    this.#rows.delete(page);
    this.#rows.set(page, rows);
    const oldest = [...this.#rows.keys()].find((kept) => kept !== 0 && kept !== page);
    if (this.#rows.size > MAX_KEPT && oldest !== undefined) {
      this.#rows.delete(oldest);
    }
  }

  #learn(page: number, count: number, next: string | undefined): void {
    const isLast = page === this.#starts.length - 1;
    const known = isLast ? (this.#starts[page]?.row ?? 0) + count : this.#state.known;
    if (isLast && next !== undefined) {
      this.#starts.push({ token: next, row: known });
    }
    const isComplete = isLast ? next === undefined : this.#state.isComplete;
    this.#change({ isLoading: false, known, isComplete });
  }

  #change(change: Partial<PagesState>): void {
    this.#state = { ...this.#state, ...change, version: this.#state.version + 1 };
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
