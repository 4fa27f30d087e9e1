import { type Clock, mapStream } from '@spanhouse/service-runtime';
import type { StoredSpan } from '@spanhouse/span-row';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { ReceivedSelection, TraceReader } from '@spanhouse/trace-store/reader';
import { later, type SnapshotAsOf, type Snapshots } from '../consistency/snapshots.js';

const BEAT_MS = 1000;
/** Time between two look-ups for new spans. */
const LOOK_MS = 200;

/** Filter and start position of a tail. */
export interface Tail extends Pick<ReceivedSelection, 'project_id' | 'filter' | 'unread'> {
  readonly since: SnapshotAsOf;
  readonly maxPerSecond: number;
  readonly writeSpan: (span: StoredSpan) => string;
  /** Returns the token for a position. */
  readonly writePosition: (position: SnapshotAsOf) => string;
}

export interface TailContext {
  readonly reader: TraceReader;
  readonly snapshots: Snapshots;
  readonly clock: Clock;
  /** Cancels the tail without a last beat. */
  readonly signal: AbortSignal;
  /** Ends the tail after one last beat. */
  readonly ended: AbortSignal;
}

/**
 * Yields the lines of a tail: spans that become visible, and a beat every second. The first beat is sent immediately;
 * see docs/api/spans-and-traces.md. Rejects with the errors of the store.
 */
export async function* tailSpans(
  tail: Tail,
  context: TailContext,
): AsyncGenerator<readonly string[]> {
  const { clock, signal, ended } = context;
  const stopped = AbortSignal.any([signal, ended]);
  const run = new RunningTail(tail, context);
  yield run.beat();
  let nextBeatMs = clock.monotonicMs() + BEAT_MS;
  while (!ended.aborted) {
    const untilBeatMs = Math.max(0, nextBeatMs - clock.monotonicMs());
    await clock.sleep(Math.min(LOOK_MS, untilBeatMs), stopped).catch(() => undefined);
    signal.throwIfAborted();
    if (clock.monotonicMs() >= nextBeatMs) {
      yield run.beat();
      nextBeatMs = clock.monotonicMs() + BEAT_MS;
    }
    yield* run.look();
  }
  yield run.beat();
}

/** State of a tail: its log position, which never moves back, and its counts up to this position. */
class RunningTail {
  readonly #tail: Tail;
  readonly #context: TailContext;
  #position: SnapshotAsOf;
  #matched = 0;
  #skipped = 0;
  /** Number of spans that may still be sent before the next beat. */
  #left = 0;

  constructor(tail: Tail, context: TailContext) {
    this.#tail = tail;
    this.#context = context;
    this.#position = tail.since;
  }

  /** Returns a beat as a line, and resets the number of spans that may be sent before the next beat. */
  beat(): readonly [string] {
    const { writePosition, maxPerSecond } = this.#tail;
    this.#left = maxPerSecond;
    const beat = {
      since: writePosition(this.#position),
      visible_to: formatTimestamp(this.#position.asOfNs),
      matched: this.#matched,
      skipped: this.#skipped,
    };
    return [JSON.stringify({ beat })];
  }

  /** Yields the spans that have become visible since the last call. */
  async *look(): AsyncGenerator<readonly string[]> {
    const { snapshot: after } = this.#position;
    const next = furthest(this.#position, await this.#context.snapshots.currentAsOf(undefined));
    if (isBeyond(next.snapshot, after)) {
      yield* this.#send(after, next.snapshot);
    }
    this.#position = next;
  }

  /** Yields the spans between two positions and counts them. */
  async *#send(
    after: readonly bigint[],
    snapshot: readonly bigint[],
  ): AsyncGenerator<readonly string[]> {
    const { reader, signal } = this.#context;
    const { project_id, filter, unread, writeSpan } = this.#tail;
    const received = { project_id, filter, unread, after, snapshot, limit: this.#left };
    const stream = reader.streamReceived(received, { signal, deadline: 'each' });
    let sent = 0;
    const hasMore = yield* mapStream(stream, (spans) => {
      sent += spans.length;
      return spans.map((span) => `{"span":${writeSpan(span)}}`);
    });
    const all = hasMore ? await reader.countReceived(received, signal) : sent;
    this.#skipped += Math.max(0, all - sent);
    this.#matched += Math.max(all, sent);
    this.#left -= sent;
  }
}

/**
 * Combines two positions by taking the later one in each partition. A position from a receipt or from another process
 * can be later in some partitions and earlier in others.
 */
function furthest(position: SnapshotAsOf, next: SnapshotAsOf): SnapshotAsOf {
  return {
    snapshot: next.snapshot.map((end, partition) =>
      later(end, position.snapshot[partition] ?? end),
    ),
    asOfNs: later(next.asOfNs, position.asOfNs),
  };
}

function isBeyond(snapshot: readonly bigint[], position: readonly bigint[]): boolean {
  return snapshot.some((end, partition) => end > (position[partition] ?? -1n));
}
