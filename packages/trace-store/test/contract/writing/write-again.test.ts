import { aContext, aSpanBlock, describeOnClickHouse } from '@spanhouse/trace-store/testing';
import { rowsOf, useWriter } from './writer-under-test.js';

const never = new AbortController().signal;
describeOnClickHouse('SpanWriter.writeAgain', (url) => {
  const used = useWriter(url);

  /** Deletes rows but keeps their deduplication tokens. */
  const lose = (table: string, where = 'true') =>
    used.database.commandLocal(
      `ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 1`,
    );

  const counts = async () => {
    const [row] = await used.database.select(
      'SELECT count() AS rows, uniqExact(span_id) AS ids, (SELECT uniqExactMerge(span_ids) FROM trace_index) AS indexed, (SELECT sum(span_count) > 0 FROM attribute_shapes) AS has_shapes, (SELECT count() > 0 FROM services) AS has_services FROM spans WHERE log_partition = 0',
    );
    return row;
  };

  it.each([
    ['its rows', 'spans'],
    ['what the trace index knows of them', 'trace_index'],
    ['the keys of their attributes', 'attribute_shapes'],
    ['their services', 'services'],
  ])('brings back %s, which ClickHouse lost and kept their token', async (_, table) => {
    const block = aSpanBlock(rowsOf(10));
    const other = aSpanBlock(rowsOf(10), { logPartition: 1 });
    await used.writer.write(block, never);
    await lose(table);
    if (table === 'spans') {
      await used.writer.write(other, never); // the same offset of another partition
    }

    expect(await used.writer.writeAgain(block, never)).toEqual({ status: 'written' });

    expect(await counts()).toMatchObject({ ids: 10, indexed: 10, has_shapes: 1, has_services: 1 });
  });

  it('restores lost rows of a block', async () => {
    const rows = rowsOf(10).map((row, index) =>
      index < 5 ? row : { ...row, context: aContext({ retention_days: 3000 }) },
    );
    const block = aSpanBlock(rows);
    await used.writer.write(block, never);
    await lose('spans', 'retention_days = 3000');

    await used.writer.writeAgain(block, never);

    expect(await counts()).toMatchObject({ ids: 10, indexed: 10 });
  });

  it('stores a part of a block whose rows share their log position with others', async () => {
    const part = aSpanBlock(rowsOf(10), { rowsAtOffset: undefined });
    await used.writer.write(part, never);
    await lose('spans');

    await used.writer.writeAgain(part, never);

    expect(await counts()).toMatchObject({ rows: 10 });
  });
});
