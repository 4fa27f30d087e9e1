import { randomUUID } from 'node:crypto';
import { describeOnClickHouse } from '@spanhouse/trace-store/testing';
import { idsOf } from '../reading/shown-spans.js';
import { everything, traceId } from '../selecting.js';
import { DeletingWorld, trace } from './deleting-world.js';

const signal = new AbortController().signal;

describeOnClickHouse('deletes of traces', (url) => {
  let world: DeletingWorld;
  beforeAll(async () => {
    world = await DeletingWorld.open(url);
  });
  beforeEach(() => world.begin());
  afterAll(() => world.close());

  it('hide only the rows before them, in every kind of read', async () => {
    await world.store(10n, [...trace(1, [1, 2]), ...trace(2, [1, 2])]);
    await world.remove(20n, [1]);

    expect(await world.shown(1)).toEqual([]);
    expect(await world.shown(2)).toEqual([1, 2]);
  });

  it('do not affect a trace with the same id in another project', async () => {
    await world.store(10n, trace(1, [1]));
    const mine = world.projectId;
    world.projectId = randomUUID();
    await world.store(10n, trace(1, [2]));
    await world.remove(20n, [1]);

    world.projectId = mine;
    expect(await world.shown(1)).toEqual([1]);
  });

  it('do not hide a trace that is sent again later', async () => {
    await world.store(10n, trace(1, [1, 2, 3]));
    await world.remove(20n, [1]);
    await world.store(30n, trace(1, [2, 4]));

    expect(await world.shown(1)).toEqual([2, 4]);
    await world.removeAll();
    expect(await world.shown(1)).toEqual([2, 4]);
    expect(await world.storedSpans()).toBe(2);
    await world.remove(40n, [1]);
    expect(await world.shown(1)).toEqual([]);
  });

  it('skip a deleted trace with many more spans than a page', async () => {
    await world.store(
      10n,
      trace(
        9,
        Array.from({ length: 5000 }, (_, index) => index + 1),
      ),
    );
    await world.store(11n, trace(2, [1, 2, 3]));
    await world.remove(20n, [9]);

    const page = await world.reader.listSpans({ ...everything(world.projectId), limit: 2 }, signal);

    expect([idsOf(page.spans), page.hasMore]).toEqual([[3, 2], true]);
  });

  it('are removed in a batch, also from the trace index', async () => {
    await world.store(10n, [...trace(1, [1, 2]), ...trace(2, [1]), ...trace(3, [1])]);
    await world.remove(20n, [1, 3, 77]);

    await world.removeAll();

    expect(await world.storedSpans()).toBe(1);
    expect(
      await world.database.select(
        `SELECT lower(hex(trace_id)) AS id FROM trace_index WHERE project_id = '${world.projectId}'`,
      ),
    ).toEqual([{ id: traceId(2) }]);
    expect(await world.shown(2)).toEqual([1]);
  });

  it('prevent reads from using the sums of a trace that is sent again', async () => {
    await world.store(10n, trace(1, [1, 2]));
    await world.remove(20n, [1]);
    await world.store(30n, trace(1, [3]));
    await world.database.commandLocal('OPTIMIZE TABLE trace_index FINAL');
    await world.removeAll();

    const [row] = await world.database.select<{ usable: boolean }>(
      `SELECT sum(row_count) = uniqExactMerge(span_ids) AS usable FROM trace_index WHERE project_id = '${world.projectId}'`,
    );
    expect(Boolean(row?.usable)).toBe(false);
  });

  it('are written and removed a thousand at a time', async () => {
    await world.store(10n, [...trace(1, [1]), ...trace(2, [1])]);
    await world.remove(
      20n,
      Array.from({ length: 1000 }, (_, index) => index + 2),
    );

    const outcome = await world.remover.removeBatch(1000, signal);

    expect(outcome).toEqual({ status: 'removed', deletes: 1000 });
    expect([await world.shown(1), await world.storedSpans()]).toEqual([[1], 1]);
  });

  it('may be repeated at any time', async () => {
    await world.store(10n, trace(1, [1]));
    await world.remove(20n, [1]);
    await world.removeAll();
    await world.store(30n, trace(1, [1, 2]));

    await world.remove(20n, [1]);

    expect(await world.shown(1)).toEqual([1, 2]);
    await world.removeAll();
    expect(await world.shown(1)).toEqual([1, 2]);
  });
});
