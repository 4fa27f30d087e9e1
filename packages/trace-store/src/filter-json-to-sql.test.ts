import { checkFiltering, type JsonObject, parseFiltering } from '@spanhouse/span-schema';
import { filterToSql } from './filter-to-sql.js';
import { StatementParameters } from './statement.js';

function toSql(condition: JsonObject) {
  const parsed = parseFiltering({ conditions: [condition] }, []);
  const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : parsed;
  if (checked.status !== 'checked' || checked.expression === undefined) {
    throw new Error(JSON.stringify(checked));
  }
  const parameters = new StatementParameters();
  return { sql: filterToSql(checked.expression, parameters), parameters: parameters.values };
}

const SECRET = 'a\'b"c\\{p1:String}';

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
    expect(toSql(condition)).toMatchSnapshot();
  });

  it.each<JsonObject>([
    { field: 'attributes', key: SECRET, value: { [SECRET]: [SECRET, { [SECRET]: SECRET }] } },
    { field: 'attributes', key: `${SECRET}.0`, operator: 'in', value: [SECRET, [SECRET]] },
    { field: 'attributes', key: SECRET, operator: 'like', value: SECRET },
    { field: 'attributes', key: `ag.type.${SECRET}`, operator: 'lte', value: SECRET },
    { field: 'resource.attributes', key: `x.${SECRET}`, operator: 'exists' },
    { field: 'events', operator: 'in', value: { name: SECRET, attributes: { [SECRET]: SECRET } } },
    { field: 'links', operator: 'has', key: `attributes.${SECRET}`, value: SECRET },
    { field: 'content', operator: 'contains', value: `"${SECRET}" secretword` },
  ])('never writes a value or a key of %j', (condition) => {
    const { sql } = toSql(condition);

    expect(sql).not.toContain("a'b");
    expect(sql).not.toContain('c\\{');
    expect(sql).not.toContain('secretword');
  });
});
