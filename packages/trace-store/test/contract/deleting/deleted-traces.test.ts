import { randomUUID } from 'node:crypto';
import { aContext, aSpan, describeOnClickHouse } from '@spanhouse/trace-store/testing';
import { bind, sql } from '../../../src/connection/statement.js';
import { notDeleted, readDeletedTraces } from '../../../src/selection/deleted-traces.js';
import { openClickHouse, readFrom, useOpened } from '../open-clickhouse.js';
import { traceId } from '../selecting.js';

describeOnClickHouse('readDeletedTraces', (url) => {
  const used = useOpened(() => openClickHouse(url));

  it.each([0, 1, 2000, 2001, 5000])('hides the rows of %d deletes and no others', async (count) => {
    const project_id = randomUUID();
    const rows = [1, 2, 6000].map((number) => ({
      span: aSpan({ trace_id: traceId(number) }),
      context: aContext({ project_id }),
    }));
    await used.store({ rows, logOffset: 10n });
    for (let first = 2; first < count + 2; first += 1000) {
      const tombstones = Array.from({ length: Math.min(1000, count + 2 - first) }, (_, index) => ({
        projectId: project_id,
        traceId: traceId(first + index),
        logOffset: 20n,
      }));
      await used.delete({ logPartition: 0, tombstones });
    }

    const shown = await readFrom(used.database, async (run) => {
      const deleted = await readDeletedTraces(run, project_id);
      const project = bind('UUID', project_id);
      const conditions = [`project_id = ${project}`, ...notDeleted(deleted)];
      const query = sql`SELECT lower(hex(trace_id)) FROM spans WHERE ${conditions.join(' AND ')} ORDER BY 1 FORMAT TabSeparated`;
      return (await run(query)).toString();
    });

    const expected = count === 0 ? [1, 2, 6000] : [1, 6000];
    expect(shown.trim().split('\n')).toEqual(expected.map(traceId));
  });
});
