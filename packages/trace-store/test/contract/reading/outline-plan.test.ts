import {
  createTestDatabase,
  describeOnClickHouse,
  projectId,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { selectOutline } from '../../../src/traces/trace-outline.js';

describeOnClickHouse('The plan of an outline', (url) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(url);
  });
  afterAll(() => database.drop());

  const sortedColumns = async (query: string, parameters: Record<string, unknown>) => {
    const rows = await database.select<{ readonly explain: string }>(
      `EXPLAIN header = 1, distributed = 1 ${query.replace(/ FORMAT \w+$/, '')}`,
      parameters,
    );
    return headersOf(
      rows.map(({ explain }) => explain.trim()),
      /^Sorting/,
    ).flat();
  };

  it('reads the attributes before it sorts the spans, so that it sorts no texts', async () => {
    const ids = { project_id: projectId, trace_ids: ['ab'.repeat(16)], span_ids: undefined };
    const { query, query_params } = selectOutline({ ...ids, ranges: undefined, deleted: [] });
    const otherwise = query.replace('_after_sorting = 0', '_after_sorting = 1');

    const sorted = await sortedColumns(query, query_params);

    expect(sorted.join()).toContain('start_time');
    expect(sorted.filter(isText)).toEqual([]);
    expect((await sortedColumns(otherwise, query_params)).filter(isText)).not.toEqual([]);
  });
});

/** Returns whether one of the columns is the attributes JSON itself and not the result of a function. */
function isText(columns: string): boolean {
  return /(?:^|[ ,.])attributes String/.test(columns);
}

/** Returns the columns of each plan step with a matching name. */
function headersOf(plan: readonly string[], name: RegExp): readonly (readonly string[])[] {
  return plan.flatMap((line, at) => {
    const rest = plan.slice(at + 1);
    const end = rest.findIndex((next) => /^[A-Z]\w+( \(|$)/.test(next));
    return name.test(line) ? [rest.slice(0, end < 0 ? undefined : end)] : [];
  });
}
