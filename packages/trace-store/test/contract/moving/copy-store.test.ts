import { randomUUID } from 'node:crypto';
import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { toLogOffset } from '@spanhouse/span-row';
import {
  compareLedgers,
  copyStore,
  noProgress,
  requireEmptyStore,
  toPositions,
} from '@spanhouse/trace-store/moving';
import { describeOnClickHouse, type TestDatabase } from '@spanhouse/trace-store/testing';
import { useOpened } from '../open-clickhouse.js';
import { END_GENERATION, fillStore, type MovedStores, openMovedStores } from './moved-stores.js';

const logger = createSilentLogger();

interface CopyAttempt {
  /** Number of the save during which the copy is interrupted, counted from 1. */
  readonly saves: number;
  /** True if this save succeeds before the interruption. */
  readonly isSaved: boolean;
}

/** Reads the rows, the rows that views derive from them, and all other records about them. */
async function contentOf(database: TestDatabase) {
  return {
    spans: await database.select('SELECT count(), groupBitXor(cityHash64(*)) FROM spans'),
    index: await database.select(
      "SELECT toString(project_id) AS project, hex(trace_id) AS trace, sum(row_count) AS rows, uniqExactMerge(span_ids) AS spans FROM trace_index WHERE (project_id, trace_id) NOT IN (SELECT project_id, trace_id FROM tombstones) GROUP BY ALL ORDER BY ALL SETTINGS distributed_product_mode = 'local'",
    ),
    shapes: await database.select(
      'SELECT toString(project_id) AS project, day, sum(span_count) AS spans FROM attribute_shapes GROUP BY ALL ORDER BY ALL',
    ),
    services: await database.select(
      'SELECT DISTINCT toString(project_id) AS project, service_name FROM services ORDER BY ALL',
    ),
    tombstones: await database.select(
      'SELECT toString(project_id) AS project, hex(trace_id) AS trace, log_partition, log_offset FROM tombstones FINAL ORDER BY ALL',
    ),
    deletes: await database.select(
      'SELECT hex(trace_id) AS trace, max(deleted_before) AS before FROM trace_index GROUP BY trace_id HAVING before > 0',
    ),
    ledger: await database.select(
      'SELECT log_partition, log_offset, span_count, writer, number FROM message_ledger FINAL ORDER BY ALL',
    ),
    metrics: await database.select(
      'SELECT metric, labels, sum(amount) AS amount, max(mark) AS mark FROM span_metrics GROUP BY ALL ORDER BY ALL',
    ),
    letters: await database.select('SELECT log_id, log_offset, reason FROM dead_letters FINAL'),
  };
}

/** Returns a copier for the two stores, which saves the progress in the same way as a caller. */
function createCopier({ source, target }: MovedStores) {
  const copyId = randomUUID();
  const copier = {
    progress: noProgress,
    async copy({ saves, isSaved }: CopyAttempt = { saves: 1000, isSaved: true }): Promise<void> {
      let left = saves;
      await copyStore({
        source: source.config,
        target: target.config,
        copyId,
        endGeneration: END_GENERATION,
        progress: copier.progress,
        save: (saved) => {
          left -= 1;
          copier.progress = left > 0 || isSaved ? saved : copier.progress;
          return left > 0 ? Promise.resolve() : Promise.reject(new Error('killed'));
        },
        maxRows: 7,
        clock,
        logger,
      });
    },
  };
  return copier;
}

describeOnClickHouse('copyStore', (url) => {
  const stores = useOpened(() => openMovedStores(url));
  beforeAll(() => fillStore(stores));

  it('copies every row once, with its log position and its deletes, despite interruptions', async () => {
    const copier = createCopier(stores);
    let attempts = 0;
    for (let isDone = false; !isDone; attempts += 1) {
      // Before the third save, a range has been stored. Its progress may not have been saved.
      const attempt = { saves: 3, isSaved: attempts % 3 !== 2 };
      isDone = await copier.copy(attempt).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
    }

    const expected = await contentOf(stores.source);
    expect(await contentOf(stores.target)).toEqual(expected);
    expect(copier.progress).toMatchObject({ isComplete: true, rows: stores.rows() });
    expect(attempts).toBeGreaterThan(10);
    expect(expected.deletes).toEqual([
      { trace: stores.deletedTrace.toUpperCase(), before: stores.deletedBefore },
    ]);
    expect(expected.metrics).not.toHaveLength(0);
  });
});

describeWithBackend('copyStore', 'CLICKHOUSE_URL', (url) => {
  const stores = useOpened(() => openMovedStores(url));
  let copier: ReturnType<typeof createCopier>;

  beforeAll(() => fillStore(stores));
  beforeEach(async () => {
    copier = createCopier(stores);
    await stores.emptyTarget();
  });

  it('reinserts rows that a killed server has lost although it kept their token', async () => {
    await expect(copier.copy({ saves: 4, isSaved: false })).rejects.toThrow('killed');
    const { ranges, after, pending, lastUnit, unit, ...rest } = copier.progress;
    await stores.target.command('ALTER TABLE spans DELETE WHERE true SETTINGS mutations_sync = 2');
    copier.progress = { ...noProgress, ...rest };

    await copier.copy();

    expect((await contentOf(stores.target)).spans).toEqual((await contentOf(stores.source)).spans);
  });

  it.each([
    ['between two ranges', undefined],
    ['within a range', { bucket: '8999999999', traceId: 'f'.repeat(32) }],
  ])(
    'copies the next unit from its begin if it stopped %s of one that has disappeared',
    async (_, pending) => {
      copier.progress = {
        ...noProgress,
        isBegun: true,
        unit: { retentionDays: 0, week: '2000-01-02', projectId: randomUUID() },
        after: { bucket: '8000000000', traceId: 'f'.repeat(32) },
        pending,
      };

      await copier.copy();

      expect((await contentOf(stores.target)).spans).toEqual(
        (await contentOf(stores.source)).spans,
      );
    },
  );

  it('refuses a target to which a consumer has written, before and after the copy', async () => {
    await stores.writeLater(stores.target);
    const refusal = { code: 'TARGET_IN_USE' };

    await expect(requireEmptyStore(stores.target.config, { logger })).rejects.toMatchObject(
      refusal,
    );
    await expect(copier.copy()).rejects.toMatchObject(refusal);
    copier.progress = { ...noProgress, isBegun: true };
    await expect(copier.copy()).rejects.toMatchObject(refusal);
    expect(copier.progress.isComplete).toBe(false);
  });

  it('makes compareLedgers name the project and minute of a message that the target lacks', async () => {
    await copier.copy();
    const compare = () => {
      const pair = { source: stores.source.config, target: stores.target.config };
      return compareLedgers(pair, toPositions(END_GENERATION, [0, 0]), { logger });
    };
    const equal = await compare();
    const place = toLogOffset(END_GENERATION - 1, 1);
    await stores.target.command(
      `ALTER TABLE message_ledger DELETE WHERE log_partition = 0 AND log_offset = ${place} SETTINGS mutations_sync = 2`,
    );

    expect(equal).toEqual({ spans: stores.rows(), difference: undefined });
    expect((await compare()).difference).toEqual({
      minute: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/),
      projectId: stores.projects[0],
      source: { messages: 3, spans: 15 },
      target: { messages: 2, spans: 10 },
    });
  });

  it('leaves the rows of the next log to the consumers of the target', async () => {
    const before = await contentOf(stores.source);
    await stores.writeLater(stores.source);

    await copier.copy();

    expect(await contentOf(stores.target)).toEqual(before);
  });
});
