import { createSilentLogger, waitUntil } from '@spanhouse/service-runtime/testing';
import type { FilterExpression, JsonObject } from '@spanhouse/span-schema';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  projectId,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, createWordIndexer } from '@spanhouse/trace-store/writer';
import { sql } from '../../../src/connection/statement.js';
import { filterToSql } from '../../../src/filter/filter-to-sql.js';
import { hintToSql } from '../../../src/filter/hint-to-sql.js';
import type { SpanHint } from '../../../src/span-hint.js';
import { toExpression } from './filterable-row.js';

const GRANULES = 20;
const ROWS = GRANULES * 512;
const SPECIAL = 7 * 512 + 5;
const signal = new AbortController().signal;

/** Returns the span at an index. The span at the index `SPECIAL` differs from all others. */
function spanAt(index: number) {
  const isSpecial = index === SPECIAL;
  return aSpan({
    span_id: (index + 1).toString(16).padStart(16, '0'),
    start_time: START_NS + BigInt(index),
    status_code: isSpecial ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
    resource: { attributes: { 'service.name': isSpecial ? 'rare' : 'usual' } },
    attributes: {
      user: { tier: isSpecial ? 'gold' : 'free', score: isSpecial ? 99.5 : 1 },
      tags: isSpecial ? ['red', 'rare'] : ['blue'],
      prompt: isSpecial ? 'Where — “Überraschung”\nnow?' : 'Nothing to see here',
      ag: { data: {}, session: { id: isSpecial ? 'chosen' : 'other' } },
    },
    events: isSpecial
      ? [{ name: 'exception', timestamp: START_NS, attributes: { message: 'Kaboom' } }]
      : undefined,
  });
}

function is(key: string, value: JsonObject[string]) {
  return { field: 'attributes', key, value };
}

function named(field: 'service_name' | 'status_code', values: readonly string[]): SpanHint {
  return { kind: 'filter', filter: { kind: 'equals_any', field, values } as FilterExpression };
}

function content(value: string) {
  return { field: 'content', operator: 'contains', value };
}

describeOnClickHouse('Indexes for filters', (url) => {
  let database: TestDatabase;
  /** Numbers of partitions that the word indexer indexed in its first and second rounds. */
  let indexed: number[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const writer = createSpanWriter(database.config, { logger: createSilentLogger() });
    const context = aContext();
    const rows = Array.from({ length: ROWS }, (_, index) => ({ span: spanAt(index), context }));
    await writer.write(aSpanBlock(rows), signal);
    await writer.close();
    await database.commandLocal('OPTIMIZE TABLE spans FINAL');
    const indexer = createWordIndexer(database.config, { logger: createSilentLogger() });
    indexed = [await indexer.indexNew(signal)];
    await waitUntil('the mutations to end', async () => (await unfinishedMutations()) === 0);
    indexed.push(await indexer.indexNew(signal));
    await indexer.close();
  });
  afterAll(() => database.drop());

  const unfinishedMutations = async () => {
    const rows = await database.selectLocal<{ n: string }>(
      'SELECT toString(count()) AS n FROM system.mutations WHERE database = currentDatabase() AND NOT is_done',
    );
    return rows.reduce((sum, { n }) => sum + Number(n), 0);
  };

  const ask = (query: string, condition: JsonObject) =>
    askFor(query, filterToSql(toExpression({ conditions: [condition] })));

  const askFor = (select: string, filter: string) => {
    const { query, query_params } =
      sql`${select} FROM spans WHERE project_id = '${projectId}' AND ${filter}`;
    return database.select<Record<string, string>>(query, query_params);
  };

  it.each<[string, JsonObject]>([
    ['a text', is('user.tier', 'gold')],
    ['a number', is('user.score', 99.5)],
    ['a number in a numeric test', { ...is('user.score', 99.5), operator: 'eq' }],
    ['one of a list', { ...is('user.tier', ['gold', 'silver']), operator: 'in' }],
    ['an element of a stored list', { ...is('tags', ['rare', 5]), operator: 'in' }],
    [
      'all elements of a stored list',
      { ...is('tags', ['red', 'rare']), operator: 'in', options: { all: true } },
    ],
    ['an element by its index', is('tags.1', 'rare')],
    ['a part of an object', is('user', { tier: 'gold' })],
    ['a session', is('ag.session.id', 'chosen')],
    ['all of two', { operator: 'and', conditions: [is('user.tier', 'gold'), is('tags.0', 'red')] }],
    ['one of two', { operator: 'or', conditions: [is('user.tier', 'gold'), is('user.tier', 'x')] }],
    [
      'one of two, one of which is another kind',
      { operator: 'or', conditions: [is('user.score', 99.5), content('kaboom')] },
    ],
    [
      'a double negation',
      { operator: 'not', conditions: [{ operator: 'nor', conditions: [is('user.tier', 'gold')] }] },
    ],
    ['an error', { field: 'status_code', value: 'STATUS_CODE_ERROR' }],
    ['a word', content('ÜBERRASCHUNG')],
    ['a word behind an escape', content('now')],
    ['a phrase', content('"where überraschung"')],
    ['a word of an event', content('kaboom')],
  ])('let %s read one granule of twenty', async (_name, condition) => {
    const lines = await ask('EXPLAIN indexes = 1, distributed = 1 SELECT span_id', condition);
    const found = await ask('SELECT lower(hex(span_id)) AS id', condition);

    const granules = lines.flatMap(
      (line) => /Granules: (\d+)\/[1-9]/.exec(line['explain'] ?? '')?.[1] ?? [],
    );
    expect(found).toEqual([{ id: (SPECIAL + 1).toString(16).padStart(16, '0') }]);
    expect(Math.min(...granules.map(Number))).toBeLessThanOrEqual(2);
  });

  it.each<[string, SpanHint]>([
    ['the service', named('service_name', ['rare', ''])],
    ['the status', named('status_code', ['STATUS_CODE_ERROR'])],
    [
      'a value of an attribute, also where keys contradict each other',
      { kind: 'has_value', keys: ['user.tier', '_conflicts.user.tier'], value: 'gold' },
    ],
    ['an element of a list', { kind: 'has_value', keys: ['tags'], value: 'rare' }],
    [
      'both of two',
      {
        kind: 'and',
        operands: [
          { kind: 'has_value', keys: ['user.score'], value: 99.5 },
          { kind: 'mentions', part: 'attributes', texts: ['tier', 'gold'] },
          { kind: 'has_leaf', keys: ['user.tier'], type: 'string' },
        ],
      },
    ],
  ])('let a hint on %s read one granule of twenty', async (_name, hint) => {
    const condition = hintToSql(hint);
    const lines = await askFor('EXPLAIN indexes = 1, distributed = 1 SELECT span_id', condition);
    const found = await askFor('SELECT lower(hex(span_id)) AS id', condition);

    const granules = lines.flatMap(
      (line) => /Granules: (\d+)\/[1-9]/.exec(line['explain'] ?? '')?.[1] ?? [],
    );
    expect(found).toEqual([{ id: (SPECIAL + 1).toString(16).padStart(16, '0') }]);
    expect(Math.min(...granules.map(Number))).toBeLessThanOrEqual(2);
  });

  it('of words are built once for unchanged parts', () => {
    expect(indexed[0]).toBeGreaterThan(0);
    expect(indexed[1]).toBe(0);
  });

  it('never skip rows that a negation selects', async () => {
    const [row] = await ask('SELECT count() AS count', {
      ...is('user.tier', 'gold'),
      operator: 'is_not',
    });

    expect(Number(row?.['count'])).toBe(ROWS - 1);
  });
});
