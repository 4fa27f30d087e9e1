import { isJsonObject, type JsonObject, stringifyJson } from '@spanhouse/span-schema';
import { type HttpClient, parseAnswer } from '../http/http-client.js';
import { RequestFailure } from '../http/request-failure.js';
import { compareSpans } from '../probe/compare-spans.js';
import type { ProbeTrace } from '../probe/probe-trace.js';
import type { SeenSpan } from '../probe/span-facts.js';
import { objectIn, textIn } from './json-shape.js';
import { ownShown, readOwnSpan } from './own-spans.js';
import { filteringOf } from './probe-selection.js';
import type { ReadPath } from './read-path.js';

/**
 * Number of beats to read. The first beat arrives at once, and the second one follows everything that was stored before
 * the request.
 */
const BEATS_OF_A_LOOK = 2;

/**
 * Creates the path that follows spans as they become visible. The token of a beat marks the position before the write.
 * Each look reads from that position to the second beat, for about a second.
 */
export function createTailPath(client: HttpClient): ReadPath {
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
