import { isJsonObject, type JsonObject, stringifyJson } from '@spanhouse/span-schema';
import { askJson, type HttpClient, parseAnswer } from '../http/http-client.js';
import { RequestFailure } from '../http/request-failure.js';
import { compareCount, compareSpans, differs, type Sighting } from '../probe/compare-spans.js';
import { type ProbeTrace, rootDurationMs } from '../probe/probe-trace.js';
import type { SeenSpan } from '../probe/span-facts.js';
import { createJaegerPaths } from './jaeger-paths.js';
import { numberIn, objectIn, objectsIn, textIn } from './json-shape.js';
import { createOwnPaths } from './own-paths.js';
import { ownShown, readOwnSpan } from './own-spans.js';
import { filteringOf, selectionOf } from './probe-selection.js';
import { type FrontDoor, pathOf, type ReadPath } from './read-path.js';
import { createTempoPaths } from './tempo-paths.js';
import { createZipkinPaths } from './zipkin-paths.js';

const dialects = {
  tempo: createTempoPaths,
  jaeger: createJaegerPaths,
  zipkin: createZipkinPaths,
} as const;

/** Creates all read paths of Spanhouse's own API, and those of the given front doors. */
export function createPaths(
  client: HttpClient,
  frontDoors: readonly FrontDoor[],
): readonly ReadPath[] {
  return [
    ...createOwnPaths(client),
    ...createCountPaths(client),
    createTailPath(client),
    ...frontDoors.flatMap((door) => dialects[door](client)),
  ];
}

const duration = 'ag.metrics.duration.cumulative';

/** Creates the paths that return counts and durations instead of spans. */
function createCountPaths(client: HttpClient): readonly ReadPath[] {
  return [
    pathOf('aggregate', ({ trace }, signal) => lookInAggregate(client, trace, signal)),
    pathOf('analytics', ({ trace }, signal) => lookInAnalytics(client, trace, signal)),
  ];
}

/** Compares the total number of spans and the number of failed spans with the numbers in the probe. */
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

/**
 * Requests the duration of the probe's trace from analytics, which measures it at the root span. Expects one trace with
 * the known duration.
 */
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

/**
 * Number of beats to read. The first beat arrives immediately. The second beat follows all spans that were stored
 * before the request.
 */
const BEATS_OF_A_LOOK = 2;

/**
 * Creates the path that follows spans as they become visible. Before the write, the path records its position from the
 * token of a beat. Each look then reads from this position to the second beat, which takes about a second.
 */
function createTailPath(client: HttpClient): ReadPath {
  const follow = async (
    trace: ProbeTrace,
    onLine: (line: JsonObject) => boolean,
    { since, signal }: { readonly since?: string; readonly signal: AbortSignal },
  ): Promise<void> => {
    const from = since === undefined ? {} : { since };
    const body = stringifyJson({ filtering: filteringOf(trace), ...from });
    const headers = { accept: 'application/x-ndjson' };
    const read = (line: string) => onLine(objectIn(parseAnswer(line), 'a line'));
    await client.follow({ path: '/spans/tail', body, headers }, read, signal);
  };

  const look = async (trace: ProbeTrace, since: string, signal: AbortSignal) => {
    const seen: SeenSpan[] = [];
    let beats = 0;
    const onLine = ({ span, beat }: JsonObject): boolean => {
      if (isJsonObject(span)) {
        seen.push(readOwnSpan(span));
      }
      beats += Number(isJsonObject(beat));
      return beats === BEATS_OF_A_LOOK;
    };
    await follow(trace, onLine, { since, signal });
    if (beats < BEATS_OF_A_LOOK) {
      throw new RequestFailure('unreadable', `the tail ended after ${beats} beats`);
    }
    return compareSpans(trace, seen, ownShown);
  };

  return {
    name: 'tail',
    async prepare(trace, signal) {
      let since: string | undefined;
      const onLine = ({ beat }: JsonObject): boolean => {
        since = textIn(objectIn(beat, 'beat')['since'], 'since');
        return true;
      };
      await follow(trace, onLine, { signal });
      if (since === undefined) {
        throw new RequestFailure('unreadable', 'the tail has no first beat');
      }
      const start = since;
      return (probe, looking) => look(probe.trace, start, looking);
    },
  };
}
