import { randomUUID } from 'node:crypto';
import type { CanonicalSpan, FilterExpression } from '@spanhouse/span-schema';
import type { ActorSelection, TraceAnalytics } from '@spanhouse/trace-store/reader';
import { aContext, aSpan, describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { useOpened } from '../open-clickhouse.js';
import { describeAnalytics, openAnalytics, openFakeAnalytics } from './analytics-under-test.js';
import { anySnapshot, anyVersions, MINUTE_NS, toBlocks } from './any-measured-spans.js';

const signal = new AbortController().signal;
const SNAPSHOT_END = (1n << 48n) | 15n;

const isFailed: FilterExpression = {
  kind: 'equals_any',
  field: 'status_code',
  values: ['STATUS_CODE_ERROR'],
};

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
      filter: fc.constantFrom(undefined, isFailed),
    })
    .map((selection) => ({
      ...selection,
      project_id: '',
      after: undefined,
      // The totals of a trace are current, regardless of the snapshot.
      withSummaries: selection.snapshot.length === 0,
    }));
}

/** Reads every page of a list. */
async function allActors(analytics: TraceAnalytics, selection: ActorSelection) {
  const found = [];
  for (let after = selection.after; ; ) {
    const { actors, hasMore } = await analytics.listActors({ ...selection, after }, signal);
    found.push(...actors);
    expect(found.length).toBeLessThan(50); // a repeated page would never end
    if (!hasMore) {
      return found;
    }
    expect(actors).toHaveLength(selection.limit);
    after = actors.at(-1);
  }
}

function everything(project_id: string): ActorSelection {
  return {
    project_id,
    filter: undefined,
    oldest: undefined,
    newest: undefined,
    order: 'ascending',
    ratePercent: undefined,
    snapshot: [],
    limit: 10,
    after: undefined,
    actor: 'session',
    isLatest: true,
    withSummaries: false,
  };
}

function idOf(number: number) {
  return number.toString(16).padStart(16, '0');
}

/** A span with these ids that starts at the given time and lasts 10 ns. */
function spanOf({ session, user }: { session?: string; user?: string }, at: number) {
  const start_time = START_NS + BigInt(at);
  return aSpan({
    span_id: idOf(at + (session === 'd' ? 100 : 0)),
    start_time,
    end_time: start_time + 10n,
    attributes: {
      ag: {
        ...(session !== undefined && { session: { id: session } }),
        ...(user !== undefined && { user: { id: user } }),
      },
    },
  });
}

function measured(tokens: Record<string, number>, errors: number): Pick<CanonicalSpan, 'metrics'> {
  return {
    metrics: {
      duration: {},
      errors: { incremental: errors },
      tokens: { incremental: tokens },
      costs: {},
    },
  };
}

describeAnalytics('TraceAnalytics lists of sessions and users', (open, runs) => {
  /** A slow machine runs fewer cases instead of failing. */
  const bounded = { numRuns: runs(6), interruptAfterTimeLimit: 30_000 };
  const used = useOpened(open);

  it('contain every id of a span once, by the time of its first or last span', async () => {
    const project_id = randomUUID();
    await used.store({
      rows: [
        spanOf({ session: 'b', user: 'u1' }, 1),
        spanOf({ session: 'a', user: 'u1' }, 2),
        spanOf({ session: 'b' }, 3),
        spanOf({}, 4),
        spanOf({ session: 'c' }, 5),
        spanOf({ session: 'd', user: 'u2' }, 5),
      ].map((span) => ({ span, context: aContext({ project_id }) })),
    });
    const named = async (members: Partial<ActorSelection>) => {
      const selection = { ...everything(project_id), limit: 2, ...members };
      const found = await allActors(used.analytics, selection);
      return found.map(({ id, time }) => `${id} ${time - START_NS}`);
    };

    expect(await named({ isLatest: false })).toEqual(['b 1', 'a 2', 'c 5', 'd 5']);
    expect(await named({ isLatest: true })).toEqual(['a 2', 'b 3', 'c 5', 'd 5']);
    expect(await named({ order: 'descending' })).toEqual(['d 5', 'c 5', 'b 3', 'a 2']);
    expect(await named({ actor: 'user' })).toEqual(['u1 2', 'u2 5']);
    expect(await named({ oldest: START_NS + 2n, newest: START_NS + 4n })).toEqual(['b 3']);
    expect(await named({ project_id: randomUUID() })).toEqual([]);
  });

  it('summarize the whole traces of a session', async () => {
    const project_id = randomUUID();
    const spans = [
      { ...spanOf({ session: 's' }, 2), ...measured({ total: 3 }, 1) },
      { ...spanOf({}, 1), parent_id: idOf(9), ...measured({ prompt: 4, total: 4 }, 0) },
      {
        ...spanOf({ session: 's' }, 3),
        trace_id: 'f'.repeat(32),
        submitted_cumulative: { tokens: { completion: 5 }, errors: 7 },
      },
      { ...spanOf({ session: 'other' }, 4), trace_id: 'e'.repeat(32), ...measured({}, 2) },
    ];
    await used.store({ rows: spans.map((span) => ({ span, context: aContext({ project_id }) })) });

    const selection = { ...everything(project_id), oldest: START_NS + 1n, withSummaries: true };
    const [first] = await allActors(used.analytics, selection);

    const none = { prompt: 0, completion: 0, total: 0 };
    expect(first).toEqual({
      id: 's',
      time: START_NS + 3n,
      summary: {
        traces: 2,
        firstTime: START_NS + 1n,
        lastTime: START_NS + 13n,
        tokens: { prompt: 4, completion: 5, total: 7 },
        costs: none,
        errors: 8,
      },
    });
  });

  it('do not change while spans arrive after the snapshot and are merged', async () => {
    await fc.assert(
      fc.asyncProperty(anyVersions(), anySelection(), async (versions, selection) => {
        const project_id = randomUUID();
        const blocks = toBlocks(versions, project_id);
        const snapshot = [SNAPSHOT_END, SNAPSHOT_END];
        const fixed = { ...selection, project_id, snapshot, withSummaries: false };
        for (const block of blocks.filter(({ logOffset }) => logOffset < SNAPSHOT_END)) {
          await used.store(block);
        }
        const before = await allActors(used.analytics, fixed);

        for (const block of blocks.filter(({ logOffset }) => logOffset >= SNAPSHOT_END)) {
          await used.store(block);
        }
        await used.merge();

        expect(await allActors(used.analytics, fixed)).toEqual(before);
      }),
      bounded,
    );
  });

  it('keep the session of a span that is sent again after the snapshot and merged', async () => {
    const project_id = randomUUID();
    const store = async (sessionId: string, at: bigint) => {
      const span = aSpan({ attributes: { ag: { session: { id: sessionId } } } });
      const context = aContext({ project_id, received_at: START_NS + at });
      await used.store({ rows: [{ span, context }], logOffset: at });
    };
    const sessions = async () => {
      const selection = { ...everything(project_id), snapshot: [SNAPSHOT_END] };
      const found = await allActors(used.analytics, selection);
      return found.map(({ id }) => id);
    };

    await store('shown', SNAPSHOT_END - 1n);
    expect(await sessions()).toEqual(['shown']);
    await store('unseen', SNAPSHOT_END);
    await used.merge();

    expect(await sessions()).toEqual(['shown']);
  });
});

describeOnClickHouse('TraceAnalytics lists of sessions and users', (url, runs) => {
  /** A slow machine runs fewer cases instead of failing. */
  const bounded = { numRuns: runs(12), interruptAfterTimeLimit: 30_000 };
  const used = useOpened(() => openAnalytics(url));

  it('equal the lists of the fake, in any order and with any bounds', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyVersions(),
        fc.array(anySelection(), { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        async (versions, selections, isMerged) => {
          const project_id = randomUUID();
          const memory = await openFakeAnalytics();
          for (const block of toBlocks(versions, project_id)) {
            await used.store(block);
            await memory.store(block);
          }
          if (isMerged) {
            await used.merge();
          }

          for (const selection of selections) {
            const listed = { ...selection, project_id };
            expect(await allActors(used.analytics, listed)).toEqual(
              await allActors(memory.analytics, listed),
            );
          }
        },
      ),
      bounded,
    );
  });
});
