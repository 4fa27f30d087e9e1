import { type Statement, StatementParameters } from '../connection/statement.js';
import type { ExtentBounds } from '../span-hint.js';
import type { SpanSelection } from '../trace-reader.js';
import { firstStart, lastStart } from './index-times.js';
import { tracesWithin } from './trace-conditions.js';

/** Selects how many traces of the index have an extent within bounds, and the first and the last start of their spans. */
export function selectStarts({
  extent,
  ...bounds
}: Pick<SpanSelection, 'project_id' | 'oldest'> & { readonly extent: ExtentBounds }): Statement {
  const parameters = new StatementParameters();
  const traces = tracesWithin(extent, bounds, parameters);
  return parameters.statement`
    SELECT count(), min(first), max(last)
    FROM (SELECT ${firstStart()} AS first, ${lastStart()} AS last ${traces})
    SETTINGS optimize_aggregation_in_order = 1 FORMAT TabSeparated
  `;
}
