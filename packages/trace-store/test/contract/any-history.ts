import { randomUUID } from 'node:crypto';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aContext, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import type { StoreUnderTest } from './open-clickhouse.js';

interface StoredVersion {
  readonly span: CanonicalSpan;
  /** Position of the version in the order of receipt, which may differ from the order of storage. */
  readonly received: number;
  readonly block: number;
}

interface History {
  readonly versions: readonly StoredVersion[];
  /** Deletes. Each one hides the versions of a trace up to and including a block. */
  readonly deletes: readonly { readonly traceId: string; readonly block: number }[];
  readonly merged: 'never' | 'before deletes' | 'after deletes';
}

const PARTITIONS = 2;
const BLOCKS = 5;
export const GENERATION = 1n << 48n;

/** Ids of the traces, some of which have the sample numbers 0, 50 and 99. */
export const traceIds = [
  '00000000',
  '00000032',
  '00000063',
  '00000031',
  'ffffff00',
  '0000000a',
].map((head, index) => `${head}${'0'.repeat(22)}0${index + 1}`);

function partitionOf(traceId: string): number {
  return traceIds.indexOf(traceId) % PARTITIONS;
}

/** Generates snapshots that end at any position between two blocks in each partition. */
export function anySnapshot(): fc.Arbitrary<readonly bigint[]> {
  const position = fc.nat(BLOCKS * 10).map((offset) => GENERATION | BigInt(offset));
  return fc.array(position, { minLength: PARTITIONS, maxLength: PARTITIONS });
}

/** Generates versions of spans in the traces `traceIds`. Most histories have no deletes. */
export function anyHistory(anySpan: fc.Arbitrary<CanonicalSpan>): fc.Arbitrary<History> {
  const block = fc.nat(BLOCKS - 1);
  const versions = fc
    .array(fc.record({ span: anySpan, block }), { minLength: 1, maxLength: 32, size: 'max' })
    .chain((stored) =>
      fc
        .shuffledSubarray([...stored.keys()], { minLength: stored.length })
        .map((order) =>
          stored.map((version, index) => ({ ...version, received: order[index] ?? 0 })),
        ),
    );
  return fc.record({
    versions,
    deletes: fc.array(fc.record({ traceId: fc.constantFrom(...traceIds), block }), {
      maxLength: 2,
    }),
    merged: fc.constantFrom('never', 'never', 'before deletes', 'after deletes'),
  });
}

/**
 * Stores one block per partition and block number. Each delete is stored at a position after the last block that it
 * hides.
 */
export async function storeHistory(
  store: StoreUnderTest,
  { versions, deletes, merged }: History,
  project_id: string,
): Promise<void> {
  for (let block = 0; block < BLOCKS; block++) {
    for (let logPartition = 0; logPartition < PARTITIONS; logPartition++) {
      const rows = versions
        .filter((version) => version.block === block)
        .filter(({ span }) => partitionOf(span.trace_id) === logPartition)
        .map(({ span, received }) => ({
          span,
          context: aContext({ project_id, received_at: START_NS + BigInt(received) }),
        }));
      if (rows.length > 0) {
        await store.store({ rows, logPartition, logOffset: GENERATION | BigInt(block * 10) });
      }
    }
  }
  if (merged === 'before deletes') {
    await store.merge();
  }
  for (const { traceId, block } of deletes) {
    const logOffset = GENERATION | BigInt(block * 10 + 5);
    const tombstones = [{ projectId: project_id, traceId, logOffset }];
    await store.delete({ logPartition: partitionOf(traceId), tombstones });
  }
  if (merged === 'after deletes') {
    await store.merge();
  }
}

interface Comparison<Store, Query> {
  readonly used: Store;
  readonly openFake: () => Promise<Store>;
  readonly anySpan: fc.Arbitrary<CanonicalSpan>;
  readonly anyQuery: fc.Arbitrary<Query>;
  readonly numRuns: number;
  answer(store: Store, query: Query, project_id: string): Promise<unknown>;
}

/**
 * Checks that a store with any history returns the same results as the fake for any query. On a slow machine, fewer
 * cases are run.
 */
export async function expectAnswersOfFake<Store extends StoreUnderTest, Query>(
  comparison: Comparison<Store, Query>,
): Promise<void> {
  const { used, openFake, anySpan, anyQuery, numRuns, answer } = comparison;
  const queries = fc.array(anyQuery, { minLength: 4, maxLength: 4 });
  const property = fc.asyncProperty(anyHistory(anySpan), queries, async (history, asked) => {
    const project_id = randomUUID();
    const fake = await openFake();
    await storeHistory(used, history, project_id);
    await storeHistory(fake, history, project_id);
    for (const query of asked) {
      const expected = await answer(fake, query, project_id);
      expect(await answer(used, query, project_id)).toEqual(expected);
    }
  });
  await fc.assert(property, { numRuns, interruptAfterTimeLimit: 60_000 });
}
