import { parseQuery } from '../parse/parse-query.js';
import { TraceQlError } from '../traceql-error.js';
import type { Expression } from '../tree/expression.js';
import { repairFilter } from './repair-filter.js';

/** A filter of spans; without a condition it selects every span. */
export interface SpanFilter {
  readonly condition: Expression | undefined;
}

/**
 * Parses the filter of an editor, whose user may not have typed it to its end. Returns undefined if the text is
 * anything but one filter of spans, also after it is completed.
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
