import type { HttpRequest } from '@spanhouse/api-kit';
import { within } from '../../front-doors/stored-times.js';
import { JaegerParameters } from '../parse-jaeger-parameters.js';
import { parseJaegerTraceIds } from '../traces/parse-jaeger-trace-ids.js';
import { parseTag, parseTags } from './parse-jaeger-tags.js';
import type { JaegerSearch } from './search-jaeger-traces.js';

const MICROSECONDS_PER_MS = 1000;
const NS_PER_MICROSECOND = 1000n;
const MS_PER_DAY = 86_400_000;
const DEFAULT_DAYS = 2;

/** A search or a list of trace ids, and the format of the answer. */
export type V1Search = (JaegerSearch | { readonly traceIds: readonly string[] }) & {
  readonly isPretty: boolean;
};

/** Parses the parameters of a version 1 search. Throws a 400 that names the invalid parameter. */
export function parseV1Search(req: HttpRequest, nowMs: number): V1Search {
  const parameters = new JaegerParameters(req);
  parameters.isSet('raw');
  const isPretty = parameters.isSet('prettyPrint');
  const traceIds = parseJaegerTraceIds(parameters.all('traceID'));
  if (traceIds.length > 0) {
    return { traceIds, isPretty };
  }
  const fromDays = nowMs - DEFAULT_DAYS * MS_PER_DAY;
  const start = parameters.integer('start') ?? fromDays * MICROSECONDS_PER_MS;
  const end = parameters.integer('end') ?? nowMs * MICROSECONDS_PER_MS;
  return {
    isPretty,
    query: {
      service: parameters.text('service'),
      operation: parameters.text('operation'),
      tags: [
        ...parameters.all('tags').flatMap((json) => parseTags('tags', json)),
        ...parameters.all('tag').map(parseTag),
      ],
      ...parameters.durations(['minDuration'], ['maxDuration']),
    },
    // Times are compared in microseconds, so the window includes the whole last microsecond.
    window: {
      oldest: within(BigInt(start) * NS_PER_MICROSECOND),
      newest: within((BigInt(end) + 1n) * NS_PER_MICROSECOND),
    },
    limit: parameters.traces('limit'),
  };
}
