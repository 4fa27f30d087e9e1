import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import { type Expression, parseQuery, TraceQlError } from '@spanhouse/traceql';
import { listFields } from '@spanhouse/traceql/evaluate';
import { TempoParameters } from '../parse-tempo-parameters.js';
import type { TraceSelection } from './select-in-trace.js';

const ofTrace = /^(root|trace|nestedSet)/;

/** Parses the selection of spans; undefined for all spans. Throws a 400 if the query is not a filter. */
export function parseTraceQuery(req: HttpRequest): TraceSelection | undefined {
  const parameters = new TempoParameters(req);
  const query = parameters.text('q');
  if (query === undefined) {
    return undefined;
  }
  const keepsAncestors = parameters.text('keep_hierarchy') === 'true';
  return {
    condition: parseFilter(query),
    depthBelow: parseDepth(parameters.text('match_depth') ?? '0', 'match_depth'),
    depthAbove: keepsAncestors
      ? parseDepth(parameters.text('ancestor_depth') ?? '-1', 'ancestor_depth')
      : 0,
  };
}

function parseFilter(text: string): Expression | undefined {
  const [stage, ...more] = stagesOf(text);
  if (stage?.kind !== 'spans' || stage.spans.kind !== 'filter' || more.length > 0) {
    throw badRequest('q must be one filter of spans');
  }
  const { condition } = stage.spans;
  for (const { kind, name } of condition === undefined ? [] : listFields(condition)) {
    if (kind === 'intrinsic' && ofTrace.test(name)) {
      throw badRequest(`q must not have ${name}, which is a field of the trace`);
    }
  }
  return condition;
}

function stagesOf(text: string) {
  try {
    const query = parseQuery(text);
    return query.kind === 'traces' ? query.pipeline : [];
  } catch (error) {
    throw error instanceof TraceQlError ? badRequest(error.message) : error;
  }
}

/** Parses a number of levels; -1 means all levels. */
function parseDepth(text: string, name: string): number {
  if (text === '-1') {
    return Number.POSITIVE_INFINITY;
  }
  const depth = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(depth)) {
    throw badRequest(`${name} must be a whole number, or -1 for all levels`);
  }
  return depth;
}
