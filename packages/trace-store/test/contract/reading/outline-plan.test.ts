import {
  createTestDatabase,
  describeOnClickHouse,
  projectId,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { selectOutline } from '../../../src/sql/select-outline.js';

describeOnClickHouse('The plan of an outline', (url) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(url);
  });
  afterAll(() => database.drop());

  it('looks into the attributes before it sorts the spans, so that no text is sorted', async () => {
    const ids = { project_id: projectId, trace_ids: ['ab'.repeat(16)], span_ids: undefined };
    const { query, query_params } = selectOutline({ ...ids, ranges: undefined, deleted: [] });
    const rows = await database.select<{ readonly explain: string }>(
      `EXPLAIN header = 1, distributed = 1 ${query.replace(/ FORMAT \w+$/, '')}`,
      query_params,
    );
    const plan = rows.map(({ explain }) => explain.trim());

    const sorted = headersOf(plan, /^Sorting/);
    expect(sorted.length).toBeGreaterThan(0);
    expect(sorted.flat().filter((column) => /\battributes String/.test(column))).toEqual([]);
    expect(
      headersOf(plan, /^ReadFrom/)
        .flat()
        .join(),
    ).toContain('attributes String');
  });
});

/** Returns the columns of each step of a plan whose name matches. */
function headersOf(plan: readonly string[], name: RegExp): readonly (readonly string[])[] {
  return plan.flatMap((line, at) => {
    const rest = plan.slice(at + 1);
    const end = rest.findIndex((next) => /^[A-Z]\w+( \(|$)/.test(next));
    return name.test(line) ? [rest.slice(0, end < 0 ? undefined : end)] : [];
  });
}
