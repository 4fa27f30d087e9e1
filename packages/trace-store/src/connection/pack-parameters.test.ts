import { packParameters } from './pack-parameters.js';
import { StatementParameters } from './statement.js';

describe('packParameters', () => {
  it('does not change a statement with few parameters', () => {
    const statement = { query: 'SELECT {p1:String}', query_params: { p1: 'x' } };

    expect(packParameters(statement)).toBe(statement);
  });

  it('combines many parameters into one list for each type', () => {
    const parameters = new StatementParameters();
    const texts = Array.from({ length: 600 }, (_, index) => parameters.bind('String', `t${index}`));
    const lists = [
      parameters.bind('Array(String)', ['a']),
      parameters.bind('Array(String)', ['b']),
    ];
    const query = `SELECT ${[...texts, ...lists].join(', ')}, ${texts[0]}`;

    const packed = packParameters({ query, query_params: parameters.values });

    expect(packed.query.slice(0, 104)).toBe(
      'WITH {list_1:Array(String)} AS list_1, {list_2:Array(Array(String))} AS list_2 SELECT list_1[1], list_1[',
    );
    expect(packed.query.endsWith('list_1[600], list_2[1], list_2[2], list_1[1]')).toBe(true);
    expect(packed.query_params['list_2']).toEqual([['a'], ['b']]);
  });
});

describe('StatementParameters', () => {
  it('divides a value that is too long for one parameter', () => {
    const parameters = new StatementParameters();

    expect(parameters.bind('String', 'x'.repeat(70_000))).toBe(
      'concat({p1:String}, {p2:String}, {p3:String})',
    );
    expect(parameters.bind('Array(String)', ['y', 'x'.repeat(29_000), 'x'.repeat(40_000)])).toBe(
      'arrayConcat({p4:Array(String)}, [concat({p5:String}, {p6:String})])',
    );
    expect(parameters.values['p4']).toHaveLength(2);
  });
});
