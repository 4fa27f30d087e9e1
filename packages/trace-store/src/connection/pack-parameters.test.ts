import { packParameters } from './pack-parameters.js';
import { bind, sql } from './statement.js';

describe('packParameters', () => {
  it('does not change a statement with few parameters', () => {
    const statement = { query: 'SELECT {p1:String}', query_params: { p1: 'x' } };

    expect(packParameters(statement)).toBe(statement);
  });

  it('combines many parameters into one list for each type', () => {
    const texts = Array.from({ length: 600 }, (_, index) => bind('String', `t${index}`));
    const lists = [bind('Array(String)', ['a']), bind('Array(String)', ['b'])];

    const packed = packParameters(
      sql`SELECT ${[...texts, ...lists].join(', ')}, ${texts[0] ?? ''}`,
    );

    expect(packed.query.slice(0, 104)).toBe(
      'WITH {list_1:Array(String)} AS list_1, {list_2:Array(Array(String))} AS list_2 SELECT list_1[1], list_1[',
    );
    expect(packed.query.endsWith('list_1[600], list_2[1], list_2[2], list_1[1]')).toBe(true);
    expect(packed.query_params['list_2']).toEqual([['a'], ['b']]);
  });
});

describe('sql', () => {
  it('divides a value that is too long for one parameter', () => {
    const text = bind('String', 'x'.repeat(70_000));
    const list = bind('Array(String)', ['y', 'x'.repeat(29_000), 'x'.repeat(40_000)]);

    const { query, query_params } = sql`SELECT ${text}, ${list}`;

    expect(query).toBe(
      'SELECT concat({p1:String}, {p1:String}, {p2:String}), arrayConcat({p3:Array(String)}, [concat({p1:String}, {p2:String})])',
    );
    expect(query_params['p3']).toHaveLength(2);
  });

  it('joins equal values of one type, and keeps the digits of integers', () => {
    const values = [bind('UInt64', 2n ** 64n - 1n), bind('Array(Int64)', [-(2n ** 63n), 5])];

    expect(sql`${values.join()} ${values.join()} ${bind('String', '5\x1a')}`).toEqual({
      query: '{p1:UInt64},{p2:Array(Int64)} {p1:UInt64},{p2:Array(Int64)} {p3:String}',
      query_params: { p1: 2n ** 64n - 1n, p2: [-(2n ** 63n), 5n], p3: '5\x1a' },
    });
  });
});
