import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { ActorSelection } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse, START_NS } from '@spanhouse/trace-store/testing';
import { listActors } from '../../../src/analytics/actors/list-actors.js';
import { measureTraces, sumBuckets } from '../../../src/analytics/aggregates/measure-buckets.js';
import type { RunStatement } from '../../../src/connection/run-statement.js';
import { openClickHouse, readFrom, useProject } from '../open-clickhouse.js';
import { everything } from '../selecting.js';

function bucketsOf(project_id: string) {
  const window = { oldest: START_NS, newest: START_NS + 60n, snapshot: [15n], bucketNs: 100n };
  return { ...everything(project_id), ...window };
}

function sessionsOf(project_id: string): ActorSelection {
  const actors = { actor: 'session', isLatest: false, withSummaries: true } as const;
  return { ...bucketsOf(project_id), limit: 10, ...actors };
}

const reads: readonly [string, (run: RunStatement, project_id: string) => Promise<unknown>][] = [
  ['sumBuckets', (run, project) => sumBuckets(run, bucketsOf(project), 'trace')],
  [
    'measureTraces',
    (run, project) =>
      measureTraces(run, bucketsOf(project), [
        { type: 'numeric/continuous', path: 'ag.metrics.tokens.cumulative.total' },
      ]),
  ],
  ['listActors', (run, project) => listActors(run, sessionsOf(project))],
];

function tokens(total: number): Partial<CanonicalSpan> {
  return {
    attributes: { ag: { session: { id: 's' } } },
    metrics: { duration: {}, errors: {}, tokens: { incremental: { total } }, costs: {} },
  };
}

const root = { span_id: '1'.repeat(16), ...tokens(3) };
const child = { span_id: '2'.repeat(16), parent_id: '1'.repeat(16), ...tokens(4) };

describeOnClickHouse('a trace that is sent again between the statements of a read', (url) => {
  const { used, project } = useProject(() => openClickHouse(url));
  beforeAll(() => used.database.commandLocal('SYSTEM STOP MERGES trace_index'));

  const store = (logOffset: bigint, spans: readonly Partial<CanonicalSpan>[]) =>
    project.sendAt(logOffset, ...spans);

  /**
   * Reads a stored trace twice. In the second read, `change` is called after the first statement that finds the trace.
   */
  const readTwice = async (
    work: (run: RunStatement, project_id: string) => Promise<unknown>,
    change: () => Promise<void>,
  ) => {
    await store(10n, [root, child]);
    const before = await readFrom(used.database, (run) => work(run, project.id));
    let isChanged = false;
    const after = await readFrom(used.database, (run) =>
      work(async (statement, maxBytes) => {
        const answer = await run(statement, maxBytes);
        if (!isChanged && statement.query.includes('INNER JOIN')) {
          isChanged = true;
          await change();
        }
        return answer;
      }, project.id),
    );
    expect(isChanged).toBe(true);
    return { before, after };
  };

  describe.each([
    ['in whole', [root, child]],
    ['with its root only', [root]],
    ['with a child only', [child]],
    ['with a new span', [{ ...child, span_id: '3'.repeat(16) }]],
  ])('%s', (_what, sent) => {
    it.each(reads)('counts once in %s', async (_name, work) => {
      const { before, after } = await readTwice(work, () => store(20n, sent));

      expect(after).toEqual(before);
    });
  });

  it.each(reads)('counts once in %s after a merge', async (_name, work) => {
    const { before, after } = await readTwice(work, async () => {
      await store(20n, [root, child]);
      await used.database.commandLocal('SYSTEM START MERGES trace_index');
      await used.database.commandLocal('OPTIMIZE TABLE trace_index FINAL');
      await used.database.commandLocal('SYSTEM STOP MERGES trace_index');
    });

    expect(after).toEqual(before);
  });
});
