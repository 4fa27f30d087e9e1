import { summarize } from './trace-statements.js';

describe('summarize', () => {
  it.each([
    ['SELECT a FROM spans WHERE b = {p1:String}', 'SELECT', 'spans'],
    ['WITH x AS (SELECT 1) SELECT a FROM trace_index', 'SELECT', 'trace_index'],
    ['  insert into spans (a) SELECT * FROM input()', 'INSERT', 'spans'],
    ['ALTER TABLE spans DELETE WHERE 1', 'ALTER', 'spans'],
    ['KILL QUERY WHERE query_id = {queryId:String} ASYNC', 'KILL', undefined],
    ['', 'SELECT', undefined],
    ['SHOW TABLES', 'OTHER', undefined],
  ])('of "%s" tells operation and table, and nothing else', (query, operation, table) => {
    expect(summarize(query)).toEqual({ operation, table });
  });
});
