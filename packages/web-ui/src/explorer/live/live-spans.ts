import type { SentProjection } from '@spanhouse/span-schema/api';
import { ApiProblem } from '../../api/api-problem.js';
import { noteRefusal } from '../../api/create-queries.js';
import { noRows, type PagesState, type RowSource } from '../../api/cursor-pages.js';
import type { ShownSpan } from '../../api/shown-span.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { createStore } from '../../parts/store.js';
import { projectionFor } from '../list-reading/row-projection.js';
import { MAX_LIVE_ROWS, NewestSpans } from './newest-spans.js';
import { type Beat, readTail } from './read-tail.js';

/** Numbers and states that the bar above a live list shows. */
export interface LiveFigures {
  readonly perSecond: number;
  /**
   * Number of spans that have matched since the list was opened. `skipped` is the number of matching spans that the
   * list did not receive.
   */
  readonly matched: number;
  readonly skipped: number;
  /** Number of spans that arrived while the list was paused. */
  readonly waiting: number;
  readonly isPaused: boolean;
  /** The reason why no stream is open; undefined while a stream is open. */
  readonly interruption: string | undefined;
  /** Token of the last beat; undefined before the first beat. */
  readonly since: string | undefined;
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

/** Browser features that a live list needs. */
export interface LivePlatform {
  /** Calls `callback` once, before the next paint. */
  readonly beforePaint: (callback: () => void) => void;
  readonly after: typeof after;
  readonly nowMs: () => number;
  readonly follow: typeof readTail;
}

/** Calls `callback` after `ms`. Returns a function that cancels the call. */
export function after(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

const browser: LivePlatform = {
  beforePaint: (callback) => void requestAnimationFrame(callback),
  after,
  nowMs: () => performance.now(),
  follow: readTail,
};

/**
 * The matching spans, most recently received first. The list changes at most once per frame and not at all while it
 * is paused. A broken stream resumes after its last beat.
 */
export class LiveSpans implements RowSource<ShownSpan> {
  readonly #filtering: Filtering | undefined;
  readonly #projection: SentProjection;
  readonly #platform: LivePlatform;
  #shown = new NewestSpans();
  /**
   * Spans that arrived but are not shown yet. If there are too many, the oldest ones are dropped; `#arrivedCount` still
   * includes them.
   */
  #arrived: ShownSpan[] = [];
  #arrivedCount = 0;
  #figures: LiveFigures = {
    perSecond: 0,
    matched: 0,
    skipped: 0,
    waiting: 0,
    isPaused: false,
    interruption: undefined,
    since: undefined,
  };
  readonly #state = createStore(noRows);
  /** Total counts from the previous streams. */
  #earlier = { matched: 0, skipped: 0 };
  #lastBeat: { readonly matched: number; readonly atMs: number } | undefined;
  #stream: AbortController | undefined;
  #cancelRetry: (() => void) | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isScheduled = false;

  /**
   * `projection` specifies the parts of the spans to read. By default, these are the parts that the standard columns
   * need.
   */
  constructor(
    filtering: Filtering | undefined,
    projection: SentProjection = projectionFor(filtering, []),
    platform: LivePlatform = browser,
  ) {
    this.#filtering = filtering;
    this.#projection = projection;
    this.#platform = platform;
  }

  get state(): PagesState {
    return this.#state.get();
  }

  get figures(): LiveFigures {
    return this.#figures;
  }

  readonly subscribe = this.#state.subscribe;

  row(index: number): ShownSpan | undefined {
    return this.#shown.at(index);
  }

  /** Does nothing, because live rows arrive without being requested. */
  need(): void {}

  retry(): void {
    this.start();
  }

  cancel(): void {
    this.stop();
  }

  /** Opens a stream, which continues after the last beat of the previous stream. */
  start(): void {
    this.stop();
    const stream = new AbortController();
    this.#stream = stream;
    this.#change({ interruption: undefined }, { error: undefined });
    const listener = {
      onSpan: (span: ShownSpan) => this.#take(span),
      onBeat: (beat: Beat) => this.#note(beat),
    };
    const request = {
      filtering: this.#filtering,
      projection: this.#projection,
      since: this.#figures.since,
    };
    this.#platform.follow(request, listener, stream.signal).catch((error: unknown) => {
      if (!stream.signal.aborted) {
        this.#interrupt(error);
      }
    });
  }

  /** Closes the stream. The next call to `start` continues after the last beat of this stream. */
  stop(): void {
    this.#cancelRetry?.();
    this.#stream?.abort();
    this.#stream = undefined;
    this.#earlier = { matched: this.#figures.matched, skipped: this.#figures.skipped };
    this.#lastBeat = undefined;
  }

  /** Pauses the list, or ends the pause and shows the spans that arrived during it. */
  pause(isPaused: boolean): void {
    if (isPaused !== this.#figures.isPaused) {
      this.#change({ isPaused });
      this.#schedule();
    }
  }

  #take(span: ShownSpan): void {
    this.#arrived.push(span);
    this.#arrivedCount += 1;
    if (this.#arrived.length >= 2 * MAX_LIVE_ROWS) {
      this.#arrived = this.#arrived.slice(-MAX_LIVE_ROWS);
    }
    this.#schedule();
  }

  #note({ since, matched, skipped }: Beat): void {
    const atMs = this.#platform.nowMs();
    const before = this.#lastBeat;
    const seconds = before === undefined ? 0 : (atMs - before.atMs) / 1000;
    const perSecond = seconds > 0 ? (matched - (before?.matched ?? 0)) / seconds : 0;
    this.#lastBeat = { matched, atMs };
    this.#pauseMs = FIRST_PAUSE_MS;
    const { matched: sum, skipped: lost } = this.#earlier;
    this.#change({ since, perSecond, matched: sum + matched, skipped: lost + skipped });
  }

  #interrupt(error: unknown): void {
    this.stop();
    noteRefusal(error);
    const message = error instanceof Error ? error.message : String(error);
    const isRefused = error instanceof ApiProblem && error.status >= 400 && error.status < 500;
    this.#change({ interruption: message, perSecond: 0 }, { isLoading: false, error });
    if (!isRefused) {
      this.#cancelRetry = this.#platform.after(this.#pauseMs, () => this.start());
      this.#pauseMs = Math.min(2 * this.#pauseMs, MAX_PAUSE_MS);
    }
  }

  #schedule(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#platform.beforePaint(() => {
        this.#isScheduled = false;
        this.#show();
      });
    }
  }

  #show(): void {
    if (this.#figures.isPaused) {
      this.#change({ waiting: this.#arrivedCount });
      return;
    }
    for (const span of this.#arrived) {
      this.#shown.add(span);
    }
    this.#arrived = [];
    this.#arrivedCount = 0;
    this.#change({ waiting: 0 }, { known: this.#shown.length });
  }

  #change(figures: Partial<LiveFigures>, state: Partial<PagesState> = {}): void {
    this.#figures = { ...this.#figures, ...figures };
    this.#state.set({ ...this.state, ...state, version: this.state.version + 1 });
  }
}

let handedOver: LiveSpans | undefined;

/** Hands over the spans and their open stream to the next live list that has no filter. */
export function handOver(live: LiveSpans): void {
  handedOver = live;
}

/**
 * Returns the spans of a live list. Without a filter, these are the spans that another page has handed over, if any.
 * Otherwise, the list is new and empty.
 */
export function openLiveSpans(
  filtering: Filtering | undefined,
  projection: SentProjection,
): LiveSpans {
  const live = filtering === undefined ? handedOver : undefined;
  handedOver = undefined;
  return live ?? new LiveSpans(filtering, projection);
}
