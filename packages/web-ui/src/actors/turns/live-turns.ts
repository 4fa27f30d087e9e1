import type { TraceSummary } from '../../api/trace-summary.js';
import type { LiveSpans } from '../../explorer/live/live-spans.js';

/**
 * Pause in ms after each read. The spans of a trace arrive one by one, and each of them changes the trace's turn.
 * Because of the pause, one read covers several changes.
 */
const PAUSE_MS = 1000;
/** Maximum number of traces in one read. The next read requests the remaining traces. */
const MAX_READ = 50;
const MAX_TURNS = 200;
/** Maximum number of rows to search for new traces. It exceeds the number of rows that a stream sends per second. */
const MAX_ROWS = 1000;

export interface LiveTurnsParts {
  readonly live: Pick<LiveSpans, 'row' | 'subscribe'>;
  /** Reads the current summaries of the given traces. */
  readonly load: (traceIds: readonly string[]) => Promise<readonly TraceSummary[]>;
  readonly after: (ms: number, callback: () => void) => () => void;
  readonly onTurns: (turns: ReadonlyMap<string, TraceSummary>) => void;
}

/** Keeps the summaries of traces that receive new spans, limited to the 200 most recently changed traces. */
export class LiveTurns {
  readonly #parts: LiveTurnsParts;
  readonly #unsubscribe: () => void;
  readonly #waiting = new Set<string>();
  #turns: ReadonlyMap<string, TraceSummary> = new Map();
  #top: unknown;
  #isReading = false;
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(parts: LiveTurnsParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.live.subscribe(() => this.#collect());
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#cancel?.();
  }

  /** Collects the trace ids of the spans that have arrived since the last call. */
  #collect(): void {
    const { live } = this.#parts;
    for (let at = 0; at < MAX_ROWS; at += 1) {
      const span = live.row(at);
      if (span === undefined || span === this.#top) {
        break;
      }
      this.#waiting.add(span.trace_id);
    }
    this.#top = live.row(0);
    if (this.#waiting.size > 0 && !this.#isReading) {
      void this.#read();
    }
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    const ids = [...this.#waiting].slice(0, MAX_READ);
    for (const id of ids) {
      this.#waiting.delete(id);
    }
    try {
      this.#keep(await this.#parts.load(ids));
    } catch {
      // The stream reports its own failures. If reading a trace fails, the trace is read again when its next span
      // arrives.
    }
    if (this.#isClosed) {
      return;
    }
    this.#cancel = this.#parts.after(PAUSE_MS, () => {
      this.#isReading = false;
      if (this.#waiting.size > 0) {
        void this.#read();
      }
    });
  }

  #keep(summaries: readonly TraceSummary[]): void {
    if (this.#isClosed || summaries.length === 0) {
      return;
    }
    const turns = new Map(this.#turns);
    for (const summary of summaries) {
      turns.delete(summary.trace_id); // moves the turn to the end, because turns are ordered by their last change
      turns.set(summary.trace_id, summary);
    }
    this.#turns = new Map([...turns].slice(-MAX_TURNS));
    this.#parts.onTurns(this.#turns);
  }
}
