import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';

const never = new AbortController().signal;
const spanId = (index: number) => (index + 1).toString(16).padStart(16, '0');
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    span: aSpan({ span_id: spanId(index), start_time: START_NS + BigInt(index) }),
    context: aContext(),
  }));

describeOnClickHouse('SpanWriter.writeAgain', (url) => {
  let database: TestDatabase;
  let writer: SpanWriter;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    writer = createSpanWriter(database.config, { logger: createSilentLogger() });
  });
  beforeEach(async () => {
    await database.commandLocal('TRUNCATE TABLE spans');
    await database.commandLocal('TRUNCATE TABLE trace_index');
  });
  afterAll(async () => {
    await writer.close();
    await database.drop();
  });

  /** The tokens of the rows stay. */
  const lose = (table: string, where = 'true') =>
    database.commandLocal(`ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 1`);

  const counts = async () => {
    const [row] = await database.select(
      'SELECT count() AS rows, uniqExact(span_id) AS ids, (SELECT uniqExactMerge(span_ids) FROM trace_index) AS indexed FROM spans WHERE log_partition = 0',
    );
    return row;
  };

  it('adds nothing to what is stored', async () => {
    const block = aSpanBlock(rowsOf(10));
    await writer.write(block, never);

    expect(await writer.writeAgain(block, never)).toEqual({ status: 'written' });

    expect(await counts()).toEqual({ rows: 10, indexed: 10, ids: 10 });
  });

  it('stores what nobody has written', async () => {
    expect(await writer.writeAgain(aSpanBlock(rowsOf(10)), never)).toEqual({ status: 'written' });

    expect(await counts()).toEqual({ rows: 10, indexed: 10, ids: 10 });
  });

  it.each([
    ['its rows', 'spans'],
    ['what the trace index knows of them', 'trace_index'],
  ])('brings back %s, which ClickHouse lost and kept their token', async (_, table) => {
    const block = aSpanBlock(rowsOf(10));
    const other = aSpanBlock(rowsOf(10), { logPartition: 1 });
    await writer.write(block, never);
    await lose(table);
    if (table === 'spans') await writer.write(other, never); // at the same offset elsewhere

    expect(await writer.writeAgain(block, never)).toEqual({ status: 'written' });

    expect(await counts()).toMatchObject({ ids: 10, indexed: 10 });
  });

  it('brings back a part of the rows', async () => {
    const rows = rowsOf(10).map((row, index) =>
      index < 5 ? row : { ...row, context: aContext({ retention_days: 3000 }) },
    );
    const block = aSpanBlock(rows);
    await writer.write(block, never);
    await lose('spans', 'retention_days = 3000');

    await writer.writeAgain(block, never);

    expect(await counts()).toMatchObject({ ids: 10, indexed: 10 });
  });

  it('stores a part of a block, whose rows have no place of their own, whatever there is', async () => {
    const part = aSpanBlock(rowsOf(10), { rowsAtOffset: undefined });
    await writer.write(part, never);
    await lose('spans');

    await writer.writeAgain(part, never);

    expect(await counts()).toMatchObject({ rows: 10 });
  });
});
