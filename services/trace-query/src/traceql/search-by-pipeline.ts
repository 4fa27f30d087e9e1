import { AppError } from '@spanhouse/service-runtime';
import type {
  SpanHint,
  SpanPart,
  SpanSelection,
  TracePosition,
} from '@spanhouse/trace-store/reader';
import { type PipelinePlan, TraceShape } from '@spanhouse/traceql/evaluate';
import { newestFirst } from '../front-doors/newest-first.js';
import { type OpenStore, selectWindow, walkTraces } from '../front-doors/walk-traces.js';
import { evaluateTrace, type MatchedTrace } from './evaluate-trace.js';
import { QueriedSpans } from './queried-span.js';

/** A search for traces. Times are ns since the Unix epoch, and both bounds are inclusive. */
export interface TraceSearch {
  readonly plan: PipelinePlan;
  /** Hint that matches at least one span of every trace in the result. */
  readonly hint: SpanHint | undefined;
  /** Additional hints. Each hint matches at least one span of every trace in the result. */
  readonly traceHints: readonly SpanHint[];
  /** Parts of spans that need not be read, because neither the plan nor the entries use them. */
  readonly unread: readonly SpanPart[];
  /** Start of the range. A trace matches if the time between its first start and its last end overlaps the range. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
  readonly minDuration: bigint | undefined;
  readonly maxDuration: bigint | undefined;
  readonly limit: number;
}

export interface SearchedStore extends Omit<OpenStore, 'analytics'> {
  /** The current time. Few spans start later. */
  readonly now: bigint;
}

/** A found trace. Found traces are ordered by `rank`, the start time of the trace. */
export interface FoundTrace<Entry> extends TracePosition {
  readonly entry: Entry;
}

/** Creates the result's entry for a trace, and may read the trace's spans. */
type MakeEntry<Entry> = (matched: MatchedTrace, spans: QueriedSpans) => Promise<Entry>;

/**
 * A range is recent if its end is at most this old. For a recent range, the walk also reads the few spans after the
 * range, which is cheaper than restricting the start and end of traces.
 */
const FEW_NS = 60_000_000_000n;

/**
 * Finds the newest traces that match a pipeline, sorted by (start, trace_id).
 *
 * A walk reads matching spans, newest first. It ranks a trace by its first matching span, which never starts before the
 * trace. The walk ends when all remaining spans start before the traces that were found. If too few traces start in the
 * range, a second walk finds traces that start earlier and overlap the range.
 */
export async function searchTraces<Entry>(
  search: TraceSearch,
  store: SearchedStore,
  makeEntry: MakeEntry<Entry>,
): Promise<readonly FoundTrace<Entry>[]> {
  const newest = new NewestTraces<Entry>(search.limit);
  const walk = { search, store, makeEntry, newest, spans: new QueriedSpans() };
  await walkInto(walk, inRange(search, store));
  const { start } = search;
  if (start !== undefined && newest.countSince(start) < search.limit) {
    await walkInto(walk, reachingRange(search, store, start));
  }
  return newest.traces;
}

interface Walk<Entry> {
  readonly search: TraceSearch;
  readonly store: SearchedStore;
  readonly makeEntry: MakeEntry<Entry>;
  readonly newest: NewestTraces<Entry>;
  readonly spans: QueriedSpans;
}

async function walkInto<Entry>(
  { search, store, makeEntry, newest, spans }: Walk<Entry>,
  selection: SpanSelection,
): Promise<void> {
  for await (const trace of walkTraces({ ...store, selection })) {
    if (newest.isBefore(trace.rank)) {
      return;
    }
    if (!store.hasTime()) {
      throw new AppError('DEADLINE_EXCEEDED', 'the search over traces exceeded its deadline');
    }
    const shape = new TraceShape(trace.trace_id, trace.nodes);
    const position = { trace_id: trace.trace_id, rank: shape.from };
    if (isWanted(shape, search) && newest.admits(position)) {
      const spanSets = await evaluateTrace(search.plan, { trace, shape }, spans);
      if (spanSets.length > 0) {
        newest.add({ ...position, entry: await makeEntry({ trace, shape, spanSets }, spans) });
      }
    }
  }
}

function isWanted(
  { from, to, duration }: TraceShape,
  { start, end, minDuration, maxDuration }: TraceSearch,
): boolean {
  const meetsRange = (end === undefined || from <= end) && (start === undefined || to >= start);
  const isLong = minDuration === undefined || duration >= minDuration;
  return meetsRange && isLong && (maxDuration === undefined || duration <= maxDuration);
}

/** Selects the spans that start in the range or later. A trace that starts in the range may contain later spans. */
function inRange(search: TraceSearch, store: SearchedStore): SpanSelection {
  const { start, end, hint, traceHints, unread, limit } = search;
  const isRecent = end === undefined || end > store.now - FEW_NS;
  const extent = isRecent ? undefined : { startsUntil: end, endsFrom: start };
  const window = { oldest: start, newest: undefined };
  return selectWindow(window, store, { hint, traceHints, unread, limit, extent });
}

/** Selects the spans of traces that start before the range and end in it or later. There are few such traces. */
function reachingRange(search: TraceSearch, store: SearchedStore, start: bigint): SpanSelection {
  const { hint, unread, limit } = search;
  const extent = { startsUntil: start - 1n, endsFrom: start };
  const always = { oldest: undefined, newest: undefined };
  return selectWindow(always, store, { hint, unread, limit, extent });
}

/** Collects the newest traces, up to a limit. */
class NewestTraces<Entry> {
  readonly #limit: number;
  readonly #ids = new Set<string>();
  #traces: FoundTrace<Entry>[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get traces(): readonly FoundTrace<Entry>[] {
    return this.#traces;
  }

  /** Returns true if the list is full and all its traces start after the given time. */
  isBefore(time: bigint): boolean {
    const last = this.#traces[this.#limit - 1];
    return last !== undefined && last.rank > time;
  }

  /** Returns true if a trace is not in the list yet and is new enough for it. */
  admits(position: TracePosition): boolean {
    const last = this.#traces[this.#limit - 1];
    const isNew = !this.#ids.has(position.trace_id);
    return isNew && (last === undefined || newestFirst(position, last) < 0);
  }

  add(found: FoundTrace<Entry>): void {
    const at = this.#traces.findIndex((other) => newestFirst(found, other) < 0);
    this.#traces.splice(at < 0 ? this.#traces.length : at, 0, found);
    this.#ids.add(found.trace_id);
    for (const { trace_id } of this.#traces.splice(this.#limit)) {
      this.#ids.delete(trace_id);
    }
  }

  countSince(time: bigint): number {
    return this.#traces.filter(({ rank }) => rank >= time).length;
  }
}
