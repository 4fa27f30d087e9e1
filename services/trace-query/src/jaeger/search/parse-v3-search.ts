import type { HttpRequest } from '@spanhouse/api-kit';
import { parseTimestamp } from '@spanhouse/span-schema';
import { refuse } from '../../front-doors/query-parameters.js';
import { JaegerParameters, malformed } from '../parse-jaeger-parameters.js';
import { parseTags } from './parse-jaeger-tags.js';
import type { JaegerSearch } from './search-jaeger-traces.js';

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Parses the parameters of a version 3 search. Throws a 400 that names the invalid parameter. */
export function parseV3Search(req: HttpRequest): JaegerSearch {
  const parameters = new JaegerParameters(req);
  if (parameters.text('query.filter') !== undefined) {
    refuse('query.filter is not supported');
  }
  parameters.isSet('query.rawTraces', 'query.raw_traces');
  const oldest = parseTime(parameters, ['query.startTimeMin', 'query.start_time_min']);
  const newest = parseTime(parameters, ['query.startTimeMax', 'query.start_time_max']);
  if (oldest >= newest) {
    refuse("'query.startTimeMin' must be before 'query.startTimeMax'");
  }
  const attributes = parameters.text('query.attributes');
  return {
    query: {
      service: parameters.text('query.serviceName', 'query.service_name'),
      operation: parameters.text('query.operationName', 'query.operation_name'),
      tags: attributes === undefined ? [] : parseTags('query.attributes', attributes),
      ...parameters.durations(
        ['query.durationMin', 'query.duration_min'],
        ['query.durationMax', 'query.duration_max'],
      ),
    },
    window: { oldest, newest },
    limit: parameters.traces(
      'query.searchDepth',
      'query.search_depth',
      'query.numTraces',
      'query.num_traces',
    ),
  };
}

/**
 * Validates the parameters of a request for one trace. They do not affect the answer, which contains the whole trace.
 */
export function parseV3Trace(req: HttpRequest): void {
  const parameters = new JaegerParameters(req);
  for (const names of [
    ['startTime', 'start_time'],
    ['endTime', 'end_time'],
  ] as const) {
    if (parameters.text(...names) !== undefined) {
      parseTime(parameters, names);
    }
  }
  parameters.isSet('rawTraces', 'raw_traces');
}

function parseTime(parameters: JaegerParameters, names: readonly [string, string]): bigint {
  // An unencoded plus sign in a time zone arrives as a space.
  const text = parameters.required(...names).replace(/ (?=\d\d:\d\d$)/, '+');
  const time = rfc3339.test(text) ? parseTimestamp(text) : undefined;
  return time ?? malformed(names[0], "a time such as '2026-05-01T10:00:00Z'");
}
