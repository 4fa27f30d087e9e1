import { badRequest, type HttpRequest } from '@spanhouse/api-kit';
import type { Hint } from '@spanhouse/traceql';
import { gridOfInstant, gridOfRange, type TimeGrid } from '@spanhouse/traceql/metrics';
import type { MetricsQuery } from '../../traceql/count-query.js';
import { TempoParameters } from '../parse-tempo-parameters.js';
import { parseTraceQl } from '../parse-traceql.js';
import { defaultStep, parseMetricsTime, parseSince, parseStep } from './metrics-times.js';

/** A query, and the points in time for which it is evaluated. */
export interface TempoMetrics {
  readonly query: MetricsQuery;
  readonly grid: TimeGrid;
  readonly exemplars: number;
}

const DEFAULT_SINCE_NS = 3_600_000_000_000n;
const MAX_EXEMPLARS = 100;
const MAX_POINTS = 11_000;

/** Parses the parameters for metrics over a range. Throws a 400 that names the mistake. */
export function parseMetricsRange(req: HttpRequest, nowNs: bigint): TempoMetrics {
  const parameters = new TempoParameters(req);
  const query = parseMetricsQuery(parameters);
  const range = parseRange(parameters, nowNs);
  const form = 'a duration such as 1m or a number of seconds, at least 1ms';
  const step = parameters.parsed('step', parseStep, form);
  const grid = gridOfRange(range, step ?? defaultStep(range.end - range.start));
  if (grid.points > MAX_POINTS) {
    throw badRequest(`step is too short: ${grid.points} points, of at most ${MAX_POINTS}`);
  }
  return { query, grid, exemplars: exemplarsOf(query.hints, parameters.count('exemplars')) };
}

/**
 * Parses the parameters for metrics at an instant. Such metrics summarize the range before the instant. Throws a 400
 * that names the mistake.
 */
export function parseMetricsInstant(req: HttpRequest, nowNs: bigint): TempoMetrics {
  const parameters = new TempoParameters(req);
  const query = parseMetricsQuery(parameters);
  return { query, grid: gridOfInstant(parseRange(parameters, nowNs)), exemplars: 0 };
}

function parseMetricsQuery(parameters: TempoParameters): MetricsQuery {
  const text = parameters.text('q') ?? parameters.text('query');
  if (text === undefined) {
    throw badRequest('q is required');
  }
  const query = parseTraceQl(text);
  if (query.kind === 'traces') {
    throw badRequest('not a metrics query');
  }
  return query;
}

function parseRange(parameters: TempoParameters, nowNs: bigint) {
  const timeOf = (name: string) => {
    const form = 'a time in seconds or nanoseconds since 1970, or RFC 3339';
    return parameters.parsed(name, parseMetricsTime, form) || undefined; // Tempo treats 0 as absent
  };
  const end = timeOf('end') ?? nowNs;
  const since = parameters.parsed('since', parseSince, 'a duration such as 1h or 30m');
  const start = timeOf('start') ?? end - (since ?? DEFAULT_SINCE_NS);
  if (end <= start) {
    throw badRequest('end must be after start');
  }
  return { start, end };
}

/** Returns the number of exemplars, which is at most 100. A hint in the query takes precedence over the parameter. */
function exemplarsOf(hints: readonly Hint[], parameter = MAX_EXEMPLARS): number {
  const hint = hints.findLast(({ name }) => name === 'exemplars')?.value;
  if (hint?.type === 'bool') {
    return hint.value ? MAX_EXEMPLARS : 0;
  }
  const wanted = hint?.type === 'int' ? Number(hint.value) : parameter;
  return Math.min(wanted, MAX_EXEMPLARS);
}
