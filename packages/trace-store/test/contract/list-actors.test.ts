import { randomUUID } from 'node:crypto';
import { type CanonicalSpan, isJsonObject } from '@spanhouse/span-schema';
import type { ActorSelection } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  describeOnClickHouse,
  START_NS,
} from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { byTrace, currentSpans, groupBy, isInWindow, sum, totalsOf } from './analytics-model.js';
import { useAnalytics } from './analytics-under-test.js';
import { anySnapshot, anyVersions, MINUTE_NS, toBlocks } from './any-measured-spans.js';

const signal = new AbortController().signal;
const SNAPSHOT_END = (1n << 48n) | 15n;

function anySelection(): fc.Arbitrary<ActorSelection> {
  return fc
    .record({
      oldest: fc.constantFrom(undefined, undefined, START_NS, START_NS + 1n),
      newest: fc.constantFrom(undefined, undefined, START_NS + 2n, START_NS + MINUTE_NS),
      order: fc.constantFrom('ascending' as const, 'descending' as const),
      ratePercent: fc.constantFrom(undefined, undefined, 51),
      snapshot: fc.oneof(fc.constant([]), anySnapshot()),
      limit: fc.constantFrom(1, 2, 10),
      actor: fc.constantFrom('session' as const, 'user' as const),
      isLatest: fc.boolean(),
    })
    .map((selection) => ({
      ...selection,
      project_id: '',
      filter: undefined,
      after: undefined,
      // The totals of a trace are those of now, whatever the snapshot.
      withSummaries: selection.snapshot.length === 0,
    }));
}

function idOf({ attributes }: CanonicalSpan, actor: 'session' | 'user'): string | undefined {
  const ag = attributes['ag'];
  const group = isJsonObject(ag) ? ag[actor] : undefined;
  return isJsonObject(group) ? (group['id'] as string) : undefined;
}

function modelActors(spans: readonly CanonicalSpan[], selection: ActorSelection) {
  const { actor, isLatest, order, withSummaries } = selection;
  const selected = spans.filter(
    (span) => isInWindow(span, selection) && idOf(span, actor) !== undefined,
  );
  const groups = groupBy(selected, (span) => idOf(span, actor) ?? '');
  const actors = [...groups].map(([id, members]) => {
    const times = members.map(({ start_time }) => start_time).toSorted(compare);
    const time = (isLatest ? times.at(-1) : times[0]) ?? 0n;
    const traces = byTrace(spans).filter((trace) => members.some((span) => trace.includes(span)));
    return { id, time, summary: withSummaries ? summaryOf(traces) : undefined };
  });
  const direction = order === 'ascending' ? 1 : -1;
  return actors.toSorted(
    (left, right) =>
      direction *
      (compare(left.time, right.time) ||
        Buffer.compare(Buffer.from(left.id), Buffer.from(right.id))),
  );
}

function summaryOf(traces: readonly (readonly CanonicalSpan[])[]) {
  const spans = traces.flat();
  const totals = traces.map(totalsOf);
  const group = (name: 'tokens' | 'costs') => {
    const total = (count: string) => sum(totals.map((trace) => trace[name][count] ?? 0));
    return { prompt: total('prompt'), completion: total('completion'), total: total('total') };
  };
  return {
    traces: traces.length,
    firstTime: spans.map(({ start_time }) => start_time).toSorted(compare)[0],
    lastTime: spans
      .map(({ end_time }) => end_time)
      .toSorted(compare)
      .at(-1),
    tokens: group('tokens'),
    costs: group('costs'),
    errors: sum(totals.map(({ errors }) => errors ?? 0)),
  };
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right);
}

describeOnClickHouse('TraceAnalytics lists of sessions and users', (url, runs) => {
  /** On a slow machine fewer cases, not a failure. */
  const bounded = { numRuns: runs(20), interruptAfterTimeLimit: 40_000 };
  const used = useAnalytics(url);

  const allActors = async (selection: ActorSelection) => {
    const found = [];
    for (let after = selection.after; ; ) {
      const { actors, hasMore } = await used.analytics.listActors({ ...selection, after }, signal);
      found.push(...actors);
      expect(found.length).toBeLessThan(50); // a page that repeats itself would never end
      if (!hasMore) {
        return found;
      }
      expect(actors).toHaveLength(selection.limit);
      after = actors.at(-1);
    }
  };

  it('are every id of any current span once, in order, with the totals of its traces', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyVersions(),
        fc.array(anySelection(), { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        async (versions, selections, isMerged) => {
          const project_id = randomUUID();
          for (const block of toBlocks(versions, project_id)) {
            expect(await used.writer.write(block, signal)).toEqual({ status: 'written' });
          }
          if (isMerged) await used.database.commandLocal('OPTIMIZE TABLE spans FINAL');

          for (const selection of selections) {
            const spans = currentSpans(versions, selection.snapshot, new Map());
            expect(await allActors({ ...selection, project_id })).toEqual(
              modelActors(spans, selection),
            );
          }
        },
      ),
      bounded,
    );
  });

  it('do not change while spans arrive behind the snapshot and are merged', async () => {
    await fc.assert(
      fc.asyncProperty(anyVersions(), anySelection(), async (versions, selection) => {
        const project_id = randomUUID();
        const blocks = toBlocks(versions, project_id);
        const snapshot = [SNAPSHOT_END, SNAPSHOT_END];
        const fixed = { ...selection, project_id, snapshot, withSummaries: false };
        for (const block of blocks.filter(({ logOffset }) => logOffset < SNAPSHOT_END)) {
          await used.writer.write(block, signal);
        }
        const before = await allActors(fixed);

        for (const block of blocks.filter(({ logOffset }) => logOffset >= SNAPSHOT_END)) {
          await used.writer.write(block, signal);
        }
        await used.database.commandLocal('OPTIMIZE TABLE spans FINAL');

        expect(await allActors(fixed)).toEqual(before);
      }),
      { ...bounded, numRuns: runs(10) },
    );
  });

  it('keep the session of a span that is sent again behind the snapshot and merged', async () => {
    const project_id = randomUUID();
    const store = async (sessionId: string, at: bigint) => {
      const span = aSpan({ attributes: { ag: { session: { id: sessionId } } } });
      const context = aContext({ project_id, received_at: START_NS + at });
      const block = aSpanBlock([{ span, context }], { logOffset: at });
      expect(await used.writer.write(block, signal)).toEqual({ status: 'written' });
    };
    const sessions = async () => {
      const anywhere = { oldest: undefined, newest: undefined, ratePercent: undefined };
      const found = await allActors({
        ...{ ...anywhere, project_id, filter: undefined, after: undefined, limit: 10 },
        ...{ order: 'ascending', actor: 'session', isLatest: true, withSummaries: false },
        snapshot: [SNAPSHOT_END],
      });
      return found.map(({ id }) => id);
    };

    await store('shown', SNAPSHOT_END - 1n);
    expect(await sessions()).toEqual(['shown']);
    await store('unseen', SNAPSHOT_END);
    await used.database.commandLocal('OPTIMIZE TABLE spans FINAL');

    expect(await sessions()).toEqual(['shown']);
  });
});
