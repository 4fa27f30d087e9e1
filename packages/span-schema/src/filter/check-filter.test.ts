import type { JsonObject, JsonValue } from '../json/json.js';
import { checkFilterJson } from '../testing/check-filter-json.js';

function expressionOf(condition: JsonObject) {
  const checked = checkFilterJson({ conditions: [condition] });
  return checked.status === 'checked' ? checked.expression : checked.text;
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('checkFiltering', () => {
  describe('groups', () => {
    const leaf: JsonValue = { field: 'span_name', value: 'a' };
    const test = { kind: 'equals_any', field: 'span_name', values: ['a'] };

    it('removes empty groups on every level', () => {
      const empty = { operator: 'or', conditions: [{ conditions: [{}] }, {}] };

      expect(checkFilterJson({})).toEqual({ status: 'checked', expression: undefined });
      expect(checkFilterJson(empty)).toEqual({ status: 'checked', expression: undefined });
      expect(checkFilterJson({ operator: 'not', conditions: [empty, leaf] })).toEqual({
        status: 'checked',
        expression: { kind: 'not', operand: test },
      });
    });

    it.each([
      ['and', { kind: 'and', operands: [test, test] }],
      ['or', { kind: 'or', operands: [test, test] }],
      ['nand', { kind: 'not', operand: { kind: 'and', operands: [test, test] } }],
      ['nor', { kind: 'not', operand: { kind: 'or', operands: [test, test] } }],
    ])('reads %s', (operator, expression) => {
      expect(checkFilterJson({ operator, conditions: [leaf, leaf] })).toEqual({
        status: 'checked',
        expression,
      });
    });

    it.each([
      ['not', [], "'not' operator requires exactly one condition."],
      ['not', [leaf, leaf], "'not' operator requires exactly one condition."],
      ['not', [{}], "'not' operator requires exactly one condition."],
      ['nand', [], "'nand' operator requires at least one condition."],
      ['nor', [{ operator: 'or' }], "'nor' operator requires at least one condition."],
    ])('refuses %s with %j', (operator, conditions, text) => {
      expect(checkFilterJson({ operator, conditions })).toEqual({
        status: 'invalid',
        text,
        at: [],
      });
    });

    it.each<[JsonValue[], (string | number)[]]>([
      [
        [leaf, { field: 'nope' }],
        ['conditions', 1],
      ],
      [
        [{ operator: 'or', conditions: [leaf, { field: 'nope' }] }],
        ['conditions', 0, 'conditions', 1],
      ],
      [
        [leaf, { operator: 'not' }],
        ['conditions', 1],
      ],
    ])('says where %j is wrong', (conditions, at) => {
      expect(checkFilterJson({ conditions })).toMatchObject({ status: 'invalid', at });
    });
  });

  describe('ids', () => {
    it('reads every form of an id, as a scalar or a list, with the operators of either family', () => {
      const test = { kind: 'equals_any', field: 'trace_id', values: [traceId] };

      for (const operator of ['is', 'in']) {
        for (const value of [traceId.toUpperCase(), [`0x${traceId}`, traceId]]) {
          expect(expressionOf({ field: 'trace_id', operator, value })).toEqual(test);
        }
      }
    });

    it('distinguishes roots and children by a null parent', () => {
      const roots = { kind: 'absent', field: 'parent_id' };

      expect(expressionOf({ field: 'parent_id' })).toEqual(roots);
      expect(expressionOf({ field: 'parent_id', operator: 'in', value: [null] })).toEqual(roots);
      expect(expressionOf({ field: 'parent_id', operator: 'is_not', value: null })).toEqual({
        kind: 'not',
        operand: roots,
      });
    });
  });

  it('converts scalars to their JSON texts', () => {
    const value = [true, 1.5, 9_007_199_254_740_993n, 'a'];

    expect(expressionOf({ field: 'span_name', operator: 'in', value })).toEqual({
      kind: 'equals_any',
      field: 'span_name',
      values: ['true', '1.5', '9007199254740993', 'a'],
    });
  });

  it('reads times exactly to the nanosecond', () => {
    const value = '2026-05-01T10:00:00.000000001Z';

    expect(expressionOf({ field: 'start_time', operator: 'gte', value })).toEqual({
      kind: 'compare',
      field: 'start_time',
      comparison: 'gte',
      operand: 1_777_629_600_000_000_001n,
    });
  });

  it('lower-cases only the operand of a case-insensitive test', () => {
    const condition = { field: 'span_name', operator: 'contains', value: 'ÄB' };

    expect(expressionOf(condition)).toMatchObject({ operand: 'äb', isCaseSensitive: false });
    expect(expressionOf({ ...condition, options: { case_sensitive: true } })).toMatchObject({
      operand: 'ÄB',
      isCaseSensitive: true,
    });
  });
});
