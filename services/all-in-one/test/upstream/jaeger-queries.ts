import { type FixtureQuery, nanosecondsOf } from './jaeger-fixtures.js';

const NS_PER_US = 1000n;

/** Returns the search parameters for version 1 of the API. */
export function v1QueryOf(wanted: FixtureQuery): URLSearchParams {
  const { StartTimeMin, StartTimeMax } = wanted.Query;
  const conditions = conditionsOf(wanted);
  return parametersOf({
    service: conditions.service,
    operation: conditions.operation,
    tags: conditions.tags,
    minDuration: conditions.minDuration,
    maxDuration: conditions.maxDuration,
    start: String(nanosecondsOf(StartTimeMin) / NS_PER_US),
    end: String(nanosecondsOf(StartTimeMax) / NS_PER_US),
    limit: conditions.limit,
  });
}

/** Returns the search parameters for version 3 of the API. */
export function v3QueryOf(wanted: FixtureQuery): URLSearchParams {
  const conditions = conditionsOf(wanted);
  return parametersOf({
    'query.service_name': conditions.service,
    'query.operation_name': conditions.operation,
    'query.attributes': conditions.tags,
    'query.duration_min': conditions.minDuration,
    'query.duration_max': conditions.maxDuration,
    'query.start_time_min': wanted.Query.StartTimeMin,
    'query.start_time_max': wanted.Query.StartTimeMax,
    'query.search_depth': conditions.limit,
  });
}

function conditionsOf({ Query: query }: FixtureQuery) {
  const tags = Object.entries(query.Tags ?? {}).map(([key, value]) => [key, String(value)]);
  const durationOf = (nanoseconds: number) => (nanoseconds === 0 ? '' : `${nanoseconds}ns`);
  return {
    service: query.ServiceName,
    operation: query.OperationName,
    tags: tags.length === 0 ? '' : JSON.stringify(Object.fromEntries(tags)),
    minDuration: durationOf(query.DurationMin),
    maxDuration: durationOf(query.DurationMax),
    limit: String(query.NumTraces),
  };
}

function parametersOf(values: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
}
