import { type Statement, StatementParameters } from '../connection/statement.js';
import type { ExtentBounds } from '../span-hint.js';
import type { SpanSelection } from '../trace-reader.js';
import { firstStart, lastStart } from './index-times.js';
import { tracesWithin } from './trace-conditions.js';

/**
 * Selects how many traces of the index have an extent within bounds, and the first and the last start of their spans,
 * then the same of those that start before `endsFrom`.
 */
export function selectStarts({
  project_id,
  oldest,
  extent,
}: Pick<SpanSelection, 'project_id' | 'oldest'> & { readonly extent: ExtentBounds }): Statement {
  const parameters = new StatementParameters();
  const { endsFrom } = extent;
  const conditions = [
    oldest === undefined ? 'true' : `last >= ${parameters.bind('Int64', oldest)}`,
    endsFrom === undefined ? 'false' : `first < ${parameters.bind('Int64', endsFrom)}`,
  ];
  const sums = conditions.map((is) => `countIf(${is}), minIf(first, ${is}), maxIf(last, ${is})`);
  const traces = tracesWithin(extent, { project_id, oldest: undefined }, parameters);
  return parameters.statement`
    SELECT ${sums.join(', ')}
    FROM (SELECT ${firstStart()} AS first, ${lastStart()} AS last ${traces})
    SETTINGS optimize_aggregation_in_order = 1 FORMAT TabSeparated
  `;
}
