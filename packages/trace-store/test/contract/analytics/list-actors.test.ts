import { randomUUID } from 'node:crypto';
import type { FilterExpression } from '@spanhouse/span-schema';
import type { ActorSelection, TraceAnalytics } from '@spanhouse/trace-store/reader';
import { aSpan, describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { anySnapshot, expectAnswersOfFake, GENERATION } from '../any-history.js';
import { anyMeasuredSpan, MINUTE_NS } from '../any-measured-span.js';
import { useOpened, useProject } from '../open-clickhouse.js';
import { everything, spanId } from '../selecting.js';
import { describeAnalytics, openAnalytics, openFakeAnalytics } from './analytics-under-test.js';

const signal = new AbortController().signal;
const SNAPSHOT_END = GENERATION | 15n;

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
      // The totals of traces are always current, whatever the snapshot.
      withSummaries: selection.snapshot.length === 0,
    }));
}

/** Reads all pages of a list. */
async function allActors(analytics: TraceAnalytics, selection: ActorSelection) {
  const found = [];
  for (let after = selection.after; ; ) {
    const { actors, hasMore } = await analytics.listActors({ ...selection, after }, signal);
    found.push(...actors);
    expect(found.length).toBeLessThan(50); // this loop would never end if the same page were returned again
    if (!hasMore) {
      return found;
    }
    expect(actors).toHaveLength(selection.limit);
    after = actors.at(-1);
  }
}

function listing(project_id: string): ActorSelection {
  return {
    ...everything(project_id),
    order: 'ascending',
    limit: 10,
    after: undefined,
    actor: 'session',
    isLatest: true,
    withSummaries: false,
  };
}

/** Returns a span with these ids, which starts at the given time and lasts 10 ns. */
function spanOf({ session, user }: { session?: string; user?: string }, at: number) {
  const start_time = START_NS + BigInt(at);
  return aSpan({
    span_id: spanId(at + (session === 'd' ? 100 : 0)),
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

describeAnalytics('TraceAnalytics lists of sessions and users', (open) => {
  const { used, project } = useProject(open);

  it('contain every id of a span once, by the time of its first or last span', async () => {
    await project.send(
      spanOf({ session: 'b', user: 'u1' }, 1),
      spanOf({ session: 'a', user: 'u1' }, 2),
      spanOf({ session: 'b' }, 3),
      spanOf({}, 4),
      spanOf({ session: 'c' }, 5),
      spanOf({ session: 'd', user: 'u2' }, 5),
    );
    const named = async (members: Partial<ActorSelection>) => {
      const selection = { ...listing(project.id), limit: 2, ...members };
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

  it('keep the session of a span that is sent again after the snapshot and merged', async () => {
    const store = (id: string, logOffset: bigint) =>
      project.sendAt(logOffset, { attributes: { ag: { session: { id } } } });
    const sessions = async () => {
      const selection = { ...listing(project.id), snapshot: [SNAPSHOT_END] };
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
  const used = useOpened(() => openAnalytics(url));

  it('equal the lists of the fake, in any order, with any bounds and snapshot', async () => {
    await expectAnswersOfFake({
      used,
      openFake: openFakeAnalytics,
      anySpan: anyMeasuredSpan(),
      anyQuery: anySelection(),
      numRuns: runs(18),
      answer: ({ analytics }, selection, project_id) =>
        allActors(analytics, { ...selection, project_id }),
    });
  });
});
