import { splitStatements } from './split-statements.js';

describe('splitStatements', () => {
  it('splits text at semicolons and keeps the unfinished statement', () => {
    expect(splitStatements('SELECT 1; ;\nSELECT 2;\n SELECT')).toEqual({
      complete: ['SELECT 1', 'SELECT 2'],
      rest: 'SELECT',
    });
  });

  it.each([
    `SELECT 'a;b', 'it''s;', 'it\\'s;'`,
    'SELECT "a;b" FROM `c;d`',
    'SELECT 1 -- not yet; here\n, 2',
    'SELECT 1 /* ; \n ; */ , 2',
    'SELECT $$a;b$$, $x$c;$$;d$x$',
  ])('does not divide %s', (sql) => {
    expect(splitStatements(`${sql}; SELECT 3;`)).toEqual({ complete: [sql, 'SELECT 3'], rest: '' });
  });

  it('omits comments without a statement', () => {
    const text = '-- first\nSELECT 1; /* a; */ ; # b;\n; -- done';

    expect(splitStatements(text)).toEqual({ complete: ['-- first\nSELECT 1'], rest: '' });
    expect(splitStatements('SELECT 1; /* open').rest).toBe('/* open');
  });

  it.each([`SELECT 'a; `, 'SELECT 1 /* ;', 'SELECT $$ ;'])('waits for the end of %s', (sql) => {
    expect(splitStatements(sql)).toEqual({ complete: [], rest: sql.trim() });
  });
});
