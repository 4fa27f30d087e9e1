import {
  checkFiltering,
  type FilterExpression,
  type JsonObject,
  parseFiltering,
} from '@spanhouse/span-schema';
import { sql } from '../connection/statement.js';
import { filterToSql } from './filter-to-sql.js';

function toSql(expression: FilterExpression) {
  const { query, query_params } = sql`${filterToSql(expression)}`;
  return { sql: query, parameters: query_params };
}

function toExpression(condition: JsonObject): FilterExpression {
  const parsed = parseFiltering({ conditions: [condition] }, []);
  const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : parsed;
  if (checked.status !== 'checked' || checked.expression === undefined) {
    throw new Error(JSON.stringify(checked));
  }
  return checked.expression;
}

const secret = 'a\'b"c\\{p1:String}';
const user = { kind: 'attribute', field: 'attributes', key: 'ag.user.id' } as const;
const text = { kind: 'text', match: 'contains', operand: 'x', isCaseSensitive: true } as const;
const error = { kind: 'equals_any', field: 'status_code', values: ['STATUS_CODE_ERROR'] } as const;
const name = {
  kind: 'text',
  field: 'span_name',
  match: 'like',
  operand: 'a%',
  isCaseSensitive: false,
} as const;

describe('filterToSql', () => {
  it.each<[string, FilterExpression]>([
    ['an id', { kind: 'equals_any', field: 'trace_id', values: ['0a'.repeat(16)] }],
    ['ids', { kind: 'equals_any', field: 'span_id', values: ['0a'.repeat(8), '0b'.repeat(8)] }],
    ['a present member', { kind: 'equals_any', field: 'session_id', values: ['a'] }],
    ['an empty member', { kind: 'equals_any', field: 'session_id', values: ['', 'a'] }],
    ['an absent member', { kind: 'absent', field: 'service_name' }],
    ['a member that is always present', { kind: 'absent', field: 'span_name' }],
    ['a long user', { ...user, test: { kind: 'contains', value: 'x'.repeat(200) } }],
    ['any user', { ...user, test: { kind: 'exists' } }],
    ['a part of a user', { ...user, test: text }],
    [
      'a time in nanoseconds',
      {
        kind: 'compare',
        field: 'start_time',
        comparison: 'gte',
        operand: 1_777_629_600_000_000_001n,
      },
    ],
    ['times of a packed member', { kind: 'equals_any', field: 'updated_at', values: [1n, 2n] }],
    ['a part of a time', { ...text, field: 'start_time', match: 'starts_with', operand: '2026-' }],
    [
      'groups and negations',
      {
        kind: 'or',
        operands: [name, { kind: 'not', operand: { kind: 'and', operands: [name, error] } }],
      },
    ],
    ['no values', { kind: 'equals_any', field: 'span_name', values: [] }],
    ['an absent deletion', { kind: 'absent', field: 'deleted_at' }],
    ['a deletion', { kind: 'equals_any', field: 'deleted_by_id', values: ['x'] }],
  ])('writes %s', (_name, expression) => {
    expect(toSql(expression)).toMatchSnapshot();
  });
});

describe('filterToSql of JSON', () => {
  it.each<[string, JsonObject]>([
    ['a text', { field: 'attributes', key: 'user.id', value: 'u1' }],
    ['a text too long for the map', { field: 'attributes', key: 'q', value: 'x'.repeat(300) }],
    ['a number', { field: 'attributes', key: 'user.age', value: 5 }],
    ['null', { field: 'attributes', key: 'a', value: null }],
    ['an object', { field: 'attributes', key: 'a', value: { b: 'x', c: [1, { d: true }], e: {} } }],
    ['one of a list', { field: 'attributes', key: 'a', operator: 'in', value: ['x', 5] }],
    ['an element', { field: 'attributes', key: 'a.0', value: 'x' }],
    ['an order of numbers', { field: 'attributes', key: 'a', operator: 'gt', value: 1.5 }],
    ['an order of texts', { field: 'attributes', key: 'a', operator: 'lt', value: 'x' }],
    ['a part of a text', { field: 'attributes', key: 'a', operator: 'contains', value: 'X' }],
    ['a part of a number', { field: 'attributes', key: 'a', operator: 'contains', value: '15' }],
    ['existence', { field: 'attributes', key: 'a.b.c', operator: 'exists' }],
    [
      'a metric',
      { field: 'attributes', key: 'ag.metrics.duration.cumulative', operator: 'gte', value: 100 },
    ],
    ['the type of a span', { field: 'attributes', key: 'ag.type.span', value: 'llm' }],
    ['the service', { field: 'resource.attributes', key: 'service.name', value: 'api' }],
    ['an attribute of the scope', { field: 'scope.attributes', key: 'build', value: 7 }],
    [
      'references',
      { field: 'references', operator: 'in', value: [{ slug: 'app', attributes: { key: 'a' } }] },
    ],
    ['a value in events', { field: 'events', operator: 'has', key: 'attributes.type', value: 'x' }],
    ['a word', { field: 'content', operator: 'contains', value: 'Über' }],
  ])('writes %s', (_name, condition) => {
    expect(toSql(toExpression(condition))).toMatchSnapshot();
  });

  it.each<JsonObject>([
    { field: 'attributes', key: secret, value: { [secret]: [secret, { [secret]: secret }] } },
    { field: 'attributes', key: `${secret}.0`, operator: 'in', value: [secret, [secret]] },
    { field: 'attributes', key: secret, operator: 'like', value: secret },
    { field: 'attributes', key: `ag.type.${secret}`, operator: 'lte', value: secret },
    { field: 'resource.attributes', key: `x.${secret}`, operator: 'exists' },
    { field: 'events', operator: 'in', value: { name: secret, attributes: { [secret]: secret } } },
    { field: 'links', operator: 'has', key: `attributes.${secret}`, value: secret },
    { field: 'content', operator: 'contains', value: `"${secret}" secretword` },
  ])('never writes a value or a key of %j', (condition) => {
    const { sql } = toSql(toExpression(condition));

    expect(sql).not.toContain("a'b");
    expect(sql).not.toContain('c\\{');
    expect(sql).not.toContain('secretword');
  });

  it('contains a long name once, regardless of the number of its members', () => {
    const members = Array.from({ length: 100 }, (_, index) => [`member${index}`, { n: index }]);
    const value = { ['x'.repeat(50_000)]: Object.fromEntries(members) };
    const expression = toExpression({ field: 'attributes', key: 'a', value });

    expect(filterToSql(expression).length).toBeLessThan(100_000);
    const names = toSql(expression).sql.split('concat({p5:String}, {p6:String}), {p');
    expect(names).toHaveLength(101);
  });
});
