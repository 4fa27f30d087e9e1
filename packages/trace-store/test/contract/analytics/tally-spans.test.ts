import { randomUUID } from 'node:crypto';
import type { SpanPick, SpanTally, TallyKey, TallyRow } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import {
  type AnalyticsUnderTest,
  openAnalytics,
  openFakeAnalytics,
} from './analytics-under-test.js';
import { anyVersions, MINUTE_NS, toBlocks, traceIds } from './any-measured-spans.js';

const signal = new AbortController().signal;

const anyKey: fc.Arbitrary<TallyKey> = fc.constantFrom(
  { kind: 'span_name' },
  { kind: 'span_kind' },
  { kind: 'status_code' },
  { kind: 'service' },
  { kind: 'resource' },
  { kind: 'is_top' },
  { kind: 'duration', bounds: [0n, 1n, MINUTE_NS] },
  { kind: 'duration_bucket' },
);

type Wanted = SpanTally & Omit<SpanPick, 'classes'>;

function anyTally(): fc.Arbitrary<Wanted> {
  return fc.record({
    selection: fc.record({
      project_id: fc.constant(''),
      filter: fc.constant(undefined),
      oldest: fc.constantFrom(START_NS, START_NS + 1n, START_NS - MINUTE_NS),
      newest: fc.constantFrom(START_NS + 2n, START_NS + MINUTE_NS, START_NS + 10n * MINUTE_NS),
      ratePercent: fc.constant(undefined),
      snapshot: fc.constant([]),
      order: fc.constant('descending' as const),
    }),
    time: fc.record({
      oldest: fc.constant(START_NS - MINUTE_NS),
      bucketNs: fc.constantFrom(2n, MINUTE_NS, 1000n * MINUTE_NS),
    }),
    keys: fc.uniqueArray(anyKey, { maxLength: 4, selector: ({ kind }) => kind }),
    withDurations: fc.boolean(),
    limit: fc.constant(1000),
    needsDuration: fc.boolean(),
    perBucket: fc.constantFrom(1, 2, 10),
  });
}

function inOrder(row: TallyRow): TallyRow {
  return { ...row, durations: row.durations.toSorted((left, right) => left - right) };
}

function byKeys(left: TallyRow, right: TallyRow): number {
  const [a, b] = [JSON.stringify(left.keys), JSON.stringify(right.keys)];
  return left.bucket - right.bucket || (a < b ? -1 : 1);
}

/** Some of the classes, so that others must be left out, two of them in a group. */
function classesOf(rows: readonly TallyRow[]): SpanPick['classes'] {
  return [...new Map(rows.map(({ keys }) => [JSON.stringify(keys), keys])).values()]
    .filter((_, index) => index % 3 !== 2)
    .map((keys, index) => ({ keys, group: Math.trunc(index / 2) }));
}

async function answersOf({ analytics }: AnalyticsUnderTest, wanted: Wanted, pick: SpanPick) {
  return {
    rows: (await analytics.tallySpans(wanted, signal))?.map(inOrder).toSorted(byKeys),
    limited: await analytics.tallySpans({ ...wanted, limit: 0 }, signal),
    picked: await analytics.pickSpans(pick, signal),
  };
}

describeOnClickHouse('tallySpans and pickSpans compared with the fake', (url, runs) => {
  let used: AnalyticsUnderTest;

  beforeAll(async () => {
    used = await openAnalytics(url);
  });
  afterAll(() => used.close());

  it('count and pick current spans by time and keys as they do in memory', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyVersions(),
        fc.boolean(),
        fc.array(anyTally(), { minLength: 4, maxLength: 4 }),
        async (versions, isDeleted, tallies) => {
          const project_id = randomUUID();
          const memory = await openFakeAnalytics();
          for (const block of toBlocks(versions, project_id)) {
            await used.store(block);
            await memory.store(block);
          }
          if (isDeleted) {
            const logOffset = (1n << 48n) | 10n;
            const tombstone = { projectId: project_id, traceId: traceIds[1] ?? '', logOffset };
            await used.delete({ logPartition: 1, tombstones: [tombstone] });
            await memory.delete({ logPartition: 1, tombstones: [tombstone] });
          }

          for (const tally of tallies) {
            const wanted = { ...tally, selection: { ...tally.selection, project_id } };
            const rows = (await memory.analytics.tallySpans(wanted, signal)) ?? [];
            const pick = { ...wanted, classes: classesOf(rows) };
            expect(await answersOf(used, wanted, pick)).toEqual(
              await answersOf(memory, wanted, pick),
            );
          }
        },
      ),
      { numRuns: runs(15), interruptAfterTimeLimit: 60_000 },
    );
  });
});
