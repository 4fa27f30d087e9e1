import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import type { SpanAggregate, SpanAggregation } from '../../span-aggregation.js';
import type { Attempt } from '../totals/late-entries.js';
import { formOf, toJson } from './aggregate-columns.js';
import { type Aggregated, type GroupRow, selectGroups } from './aggregate-statements.js';

/** Returns whether an aggregation requests only groups, which need a single statement. */
export function asksForGroups(aggregation: SpanAggregation): boolean {
  const { groupBy, measures, facets, time, value } = aggregation;
  const isPlain = time === undefined && value === undefined && facets.length === 0;
  return isPlain && groupBy.length > 0 && measures.length === 0;
}

/** Lists groups in descending order of their number of entries. */
export async function countGroups(
  run: RunStatement,
  aggregated: Aggregated,
): Promise<Attempt<SpanAggregate>> {
  const groups = jsonRows<GroupRow>(await run(selectGroups(aggregated)));
  const { groupBy } = aggregated.aggregation;
  const [, , , ofAll = 0, count = 0] = groups[0] ?? [];
  const rows = groups.map(([, texts]) => ({
    bucket: 0,
    bin: undefined,
    group: groupBy.map((field, index) => toJson(texts[index] ?? '', formOf(field))),
    measured: [],
  }));
  const shown = groups.reduce((sum, [, , own]) => sum + own, 0);
  return {
    result: {
      count,
      total: [],
      value: undefined,
      rows,
      others: { groups: ofAll - groups.length, count: count - shown },
      facets: [],
    },
    isOutdated: groups.some(([outdated]) => outdated === 1),
  };
}
