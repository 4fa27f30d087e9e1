import { parseQuery } from '../parse/parse-query.js';
import { TraceQlError } from '../traceql-error.js';
import type { Expression } from '../tree/expression.js';
import { repairFilter } from './repair-filter.js';

/** A filter of spans. Without a condition it selects every span. */
export interface SpanFilter {
  readonly condition: Expression | undefined;
}

/**
 * Parses the possibly incomplete filter of an editor. Returns undefined if the completed text is not a single filter of
 * spans.
 */
export function parseHalfTyped(text: string): SpanFilter | undefined {
  return parseFilter(text) ?? parseFilter(repairFilter(text));
}

function parseFilter(text: string): SpanFilter | undefined {
  try {
    const query = parseQuery(text);
    const [stage, ...more] = query.kind === 'traces' ? query.pipeline : [];
    return stage?.kind === 'spans' && stage.spans.kind === 'filter' && more.length === 0
      ? { condition: stage.spans.condition }
      : undefined;
  } catch (error) {
    if (error instanceof TraceQlError) {
      return undefined;
    }
    throw error;
  }
}
