import type { FilterExpression } from '@spanhouse/span-schema';
import { StatementParameters } from '../connection/statement.js';
import { filterToSql } from './filter-to-sql.js';

function toSql(expression: FilterExpression) {
  const parameters = new StatementParameters();
  return { sql: filterToSql(expression, parameters), ...parameters.values };
}

describe('filterToSql', () => {
  it('compares one or several ids as bytes', () => {
    expect(
      toSql({ kind: 'equals_any', field: 'trace_id', values: ['0a'.repeat(16)] }),
    ).toMatchInlineSnapshot(`
{
  "p1": "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a",
  "sql": "trace_id = unhex({p1:String})",
}
`);
    expect(
      toSql({ kind: 'equals_any', field: 'span_id', values: ['0a'.repeat(8), '0b'.repeat(8)] }),
    ).toMatchInlineSnapshot(`
{
  "p1": [
    "0a0a0a0a0a0a0a0a",
    "0b0b0b0b0b0b0b0b",
  ],
  "sql": "span_id IN (SELECT toFixedString(unhex(arrayJoin({p1:Array(String)})), 8))",
}
`);
  });

  it('distinguishes an absent member from the empty text', () => {
    expect(
      toSql({ kind: 'equals_any', field: 'session_id', values: ['a'] }),
    ).toMatchInlineSnapshot(`
{
  "p1": "a",
  "sql": "session_id = {p1:String}",
}
`);
    expect(
      toSql({ kind: 'equals_any', field: 'session_id', values: ['', 'a'] }),
    ).toMatchInlineSnapshot(`
{
  "p1": [
    "",
    "a",
  ],
  "sql": "(NOT (bitAnd(present, 2) = 0) AND session_id IN {p1:Array(String)})",
}
`);
    expect(toSql({ kind: 'absent', field: 'service_name' })).toMatchInlineSnapshot(`
{
  "sql": "bitAnd(present, 16) = 0",
}
`);
    expect(toSql({ kind: 'absent', field: 'span_name' })).toMatchInlineSnapshot(`
{
  "sql": "false",
}
`);
  });

  it('searches sessions and users in their own columns, not in maps and JSON texts', () => {
    const user = { kind: 'attribute', field: 'attributes', key: 'ag.user.id' } as const;
    const long = 'x'.repeat(200);

    const isUser = toSql({ ...user, test: { kind: 'contains', value: long } });
    expect(isUser['sql']).toMatchInlineSnapshot(
      `"(indexHint(hasAny(attribute_hashes, {p1:Array(UInt32)})) AND (ag_user_id = {p2:String}))"`,
    );
    expect(Object.values(isUser)).toContain(long);
    expect(toSql({ ...user, test: { kind: 'exists' } })['sql']).toMatchInlineSnapshot(
      `"(bitAnd(present, 33554432) != 0)"`,
    );
    expect(
      toSql({
        ...user,
        test: { kind: 'text', match: 'contains', operand: 'x', isCaseSensitive: true },
      })['sql'],
    ).toMatchInlineSnapshot(
      `"((bitAnd(present, 33554432) != 0 AND position(ag_user_id, {p1:String}) > 0))"`,
    );
  });

  it('binds times as nanoseconds', () => {
    expect(
      toSql({
        kind: 'compare',
        field: 'start_time',
        comparison: 'gte',
        operand: 1_777_629_600_000_000_001n,
      }),
    ).toMatchInlineSnapshot(`
{
  "p1": 1777629600000000001n,
  "sql": "start_time >= fromUnixTimestamp64Nano({p1:Int64}, 'UTC')",
}
`);
    expect(
      toSql({ kind: 'equals_any', field: 'updated_at', values: [1n, 2n] }),
    ).toMatchInlineSnapshot(`
{
  "p1": [
    1n,
    2n,
  ],
  "sql": "(NOT (fromUnixTimestamp64Nano(reinterpretAsInt64(substring(packed, 25, 8)), 'UTC') = toDateTime64(0, 9, 'UTC')) AND fromUnixTimestamp64Nano(reinterpretAsInt64(substring(packed, 25, 8)), 'UTC') IN (SELECT fromUnixTimestamp64Nano(arrayJoin({p1:Array(Int64)}), 'UTC')))",
}
`);
    expect(
      toSql({
        kind: 'text',
        field: 'start_time',
        match: 'starts_with',
        operand: '2026-',
        isCaseSensitive: true,
      }),
    ).toMatchInlineSnapshot(`
{
  "p1": "2026-",
  "sql": "startsWith(concat(replaceRegexpOne(toString(start_time), '\\\\.?0+$', ''), '+00'), {p1:String})",
}
`);
  });

  it('puts groups and negations in parentheses', () => {
    const name = {
      kind: 'text',
      field: 'span_name',
      match: 'like',
      operand: 'a%',
      isCaseSensitive: false,
    } as const;
    const error = {
      kind: 'equals_any',
      field: 'status_code',
      values: ['STATUS_CODE_ERROR'],
    } as const;

    expect(
      toSql({
        kind: 'or',
        operands: [name, { kind: 'not', operand: { kind: 'and', operands: [name, error] } }],
      }),
    ).toMatchInlineSnapshot(`
{
  "p1": "a%",
  "p2": "a%",
  "p3": "STATUS_CODE_ERROR",
  "sql": "(lowerUTF8(span_name) LIKE {p1:String} OR NOT ((lowerUTF8(span_name) LIKE {p2:String} AND status_code = {p3:String})))",
}
`);
  });

  it('is false for fields of a deletion and for empty lists of values', () => {
    expect(toSql({ kind: 'equals_any', field: 'span_name', values: [] }).sql).toBe('false');
    expect(toSql({ kind: 'absent', field: 'deleted_at' }).sql).toBe('true');
    expect(toSql({ kind: 'equals_any', field: 'deleted_by_id', values: ['x'] }).sql).toBe('false');
  });
});
