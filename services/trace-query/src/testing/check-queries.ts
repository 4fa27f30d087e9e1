import type { SpanHint } from '@spanhouse/trace-store/reader';
import {
  type FakeTraceReader,
  findHinted,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import fc from 'fast-check';

/**
 * Number of queries per property. `npm run traceql:check` sets this number, and the tests then use a thousand spans. If
 * it is not set, the tests run a few queries on fewer spans.
 */
const wanted = process.env['TRACEQL_QUERIES'];
const seed = process.env['TRACEQL_SEED'];

export const isThorough = wanted !== undefined;
export const numQueries = Number(wanted ?? 100);
/** Number of runs for properties that read the store for every query. */
export const numReads = Math.min(numQueries, isThorough ? 500 : 60);
export const timeLimitMs = isThorough ? 3_600_000 : undefined;

/** Number of queries in a bundle. The hints of that many queries fit into one statement. */
const BUNDLE = 25;

/** Checks a property for many queries, one bundle at a time. */
export async function checkBundles<Asked>(
  asked: fc.Arbitrary<Asked>,
  numRuns: number,
  check: (bundle: readonly Asked[]) => Promise<void>,
): Promise<void> {
  const size = Math.min(BUNDLE, numRuns);
  await fc.assert(fc.asyncProperty(fc.array(asked, { minLength: size, maxLength: size }), check), {
    numRuns: Math.ceil(numRuns / size),
    ...(seed !== undefined && { seed: Number(seed) }),
  });
}

/** Makes an in-memory reader omit the spans that ClickHouse would omit because of the hints. */
export async function takeHints(
  reader: FakeTraceReader,
  hints: readonly SpanHint[],
  { database, project_id }: { readonly database: TestDatabase; readonly project_id: string },
): Promise<void> {
  const found = await findHinted(database, project_id, hints);
  const idsOf = new Map(hints.map((hint, index) => [textOf(hint), found[index]]));
  reader.hintTest = (hint) => {
    const ids = idsOf.get(textOf(hint));
    if (ids === undefined) {
      throw new Error(`ClickHouse was not asked for ${textOf(hint)}`);
    }
    return ({ trace_id, span_id }) => ids.has(`${trace_id} ${span_id}`);
  };
}

function textOf(hint: SpanHint): string {
  return JSON.stringify(hint, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}
