import { isJsonObject, stringifyJson } from '@spanhouse/span-schema';
import { askJson, type HttpClient } from '../http/http-client.js';
import { compareCount, differs, type Sighting } from '../probe/compare-spans.js';
import { type ProbeTrace, rootDurationMs } from '../probe/probe-trace.js';
import { numberIn, objectIn, objectsIn } from './json-shape.js';
import { selectionOf } from './probe-selection.js';
import { pathOf, type ReadPath } from './read-path.js';

const duration = 'ag.metrics.duration.cumulative';

/** Creates the paths that count and measure spans instead of showing them. */
export function createCountPaths(client: HttpClient): readonly ReadPath[] {
  return [
    pathOf('aggregate', ({ trace }, signal) => lookInAggregate(client, trace, signal)),
    pathOf('analytics', ({ trace }, signal) => lookInAnalytics(client, trace, signal)),
  ];
}

/** Counts all spans and the failed spans of the probe. */
async function lookInAggregate(
  client: HttpClient,
  trace: ProbeTrace,
  signal: AbortSignal,
): Promise<Sighting> {
  const body = stringifyJson({ ...selectionOf(trace), measures: ['count', 'failed'] });
  const answer = await askJson(client, { path: '/spans/aggregate/query', body }, signal);
  const total = objectIn(objectIn(answer, 'the answer')['total'], 'total');
  const sighting = compareCount('count', trace.spans.length, numberIn(total['count'], 'count'));
  if (sighting.status !== 'whole') {
    return sighting;
  }
  const failed = trace.spans.filter((span) => span.status_code === 'STATUS_CODE_ERROR').length;
  const seen = numberIn(total['failed'], 'failed');
  return seen === failed ? sighting : differs('failed', failed, seen);
}

/** Measures the trace by its root. Expects one trace with the known duration. */
async function lookInAnalytics(
  client: HttpClient,
  trace: ProbeTrace,
  signal: AbortSignal,
): Promise<Sighting> {
  const specs = [{ type: 'numeric/continuous', path: duration }];
  const body = stringifyJson({ ...selectionOf(trace), specs });
  const answer = await askJson(client, { path: '/spans/analytics/query', body }, signal);
  const measured = objectsIn(objectIn(answer, 'the answer')['buckets'], 'buckets')
    .map(({ metrics }) => objectIn(metrics, 'metrics')[`attributes.${duration}`])
    .filter(isJsonObject);
  const traces = measured.reduce((sum, { count }) => sum + numberIn(count, 'count'), 0);
  const sighting = compareCount('count', 1, traces);
  const [first] = measured;
  if (sighting.status !== 'whole' || first === undefined) {
    return sighting;
  }
  const seen = numberIn(first['sum'], 'sum');
  return seen === rootDurationMs ? sighting : differs('sum', rootDurationMs, seen);
}
