import { randomBytes } from 'node:crypto';
import { describeWithBackend, splitCredentials } from '@spanhouse/service-runtime/testing';
import {
  columnsOfVersion,
  decodeColumns,
  decodeStoredSpans,
  ROW_SCHEMA_VERSION,
  SpanRowEncoder,
  storedSpanColumns,
} from '@spanhouse/span-row';
import { aRowContext, createTableStatement, expectedStoredSpan } from '@spanhouse/span-row/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aCanonicalSpan, anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';

const allColumns = columnsOfVersion(ROW_SCHEMA_VERSION).map(({ name }) => name);

describeWithBackend('span rows in ClickHouse', 'CLICKHOUSE_URL', (address) => {
  const database = `span_row_${randomBytes(6).toString('hex')}`;
  const table = `${database}.rows`;

  async function query(sql: string, body: Uint8Array | string = ''): Promise<Buffer> {
    const { url, headers } = splitCredentials(address);
    const response = await fetch(`${url}/?query=${encodeURIComponent(sql)}`, {
      method: 'POST',
      body,
      headers,
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (!response.ok) {
      throw new Error(answer.toString());
    }
    return answer;
  }

  const select = (names: readonly string[]) =>
    query(`SELECT ${quoted(names)} FROM ${table} ORDER BY received_at FORMAT RowBinary`);

  /** Stores the spans in order and returns the inserted bytes. */
  async function store(spans: readonly CanonicalSpan[]): Promise<Uint8Array> {
    await query(`TRUNCATE TABLE ${table}`);
    const encoder = new SpanRowEncoder();
    spans.forEach((span, index) => {
      encoder.encode(span, aRowContext({ received_at: BigInt(index) }));
    });
    const rows = encoder.take();
    await query(`INSERT INTO ${table} (${quoted(allColumns)}) FORMAT RowBinary`, rows);
    return rows;
  }

  const expected = (spans: readonly CanonicalSpan[]) =>
    spans.map((span, index) =>
      expectedStoredSpan(span, aRowContext({ received_at: BigInt(index) })),
    );

  beforeAll(async () => {
    await query(`CREATE DATABASE ${database}`);
    await query(createTableStatement(table));
  });

  afterAll(async () => {
    await query(`DROP DATABASE ${database}`);
  });

  it('are returned by ClickHouse exactly as they were encoded', async () => {
    const spans = fc.sample(anyCanonicalSpan(), 300);

    const rows = await store(spans);

    expect(decodeColumns(allColumns, await select(allColumns))).toEqual(
      decodeColumns(allColumns, rows),
    );
    expect(decodeStoredSpans(await select(storedSpanColumns))).toEqual(expected(spans));
  });

  it('preserve nanoseconds, NUL, every Unicode plane, and empty and multi-megabyte values', async () => {
    const huge = `${'a "long" text\n'.repeat(200_000)}\u0000😀世ß`;
    const spans = [
      aCanonicalSpan({
        start_time: -2_208_988_800_000_000_000n,
        end_time: 9_223_372_036_854_775_807n,
      }),
      aCanonicalSpan({
        span_name: '\u0000',
        status_message: '',
        session_id: '\ufeff\ufffd\u{10ffff}',
      }),
      aCanonicalSpan({
        span_name: huge,
        attributes: { [huge]: huge, ag: { data: { outputs: huge } } },
      }),
      aCanonicalSpan({ span_name: '', attributes: { '': { '': '' }, ag: { data: {} } } }),
    ];

    await store(spans);

    expect(decodeStoredSpans(await select(storedSpanColumns))).toEqual(expected(spans));
  });

  it('have the ids, times and numbers of their spans in ClickHouse', async () => {
    await store([
      aCanonicalSpan({
        attributes: { tier: 'gold', score: 0.5, ok: true, ag: { data: {} } },
        start_time: 1_777_629_600_000_000_001n,
      }),
    ]);

    const row = await query(
      `SELECT lower(hex(trace_id)), lower(hex(span_id)), hex(parent_id), project_id, start_time,
         string_keys, number_values, bool_keys, duration_ms
       FROM ${table} FORMAT TSV`,
    );

    expect(row.toString().trim().split('\t')).toEqual([
      '4bf92f3577b34da6a3ce929d0e0e4736',
      '00f067aa0ba902b7',
      '0000000000000000',
      aRowContext().project_id,
      '2026-05-01 10:00:00.000000001',
      'tier\\0',
      '[0.5]',
      'ok\\0',
      '1500',
    ]);
  });
});

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
