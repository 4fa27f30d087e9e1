import type { JsonValue } from '@spanhouse/span-schema';
import { type HttpClient, parseAnswer, refusal } from '../http/http-client.js';
import type { Sighting } from '../probe/compare-spans.js';
import type { ProbeTrace } from '../probe/probe-trace.js';

/** Names of the read paths of Spanhouse's own API, used as values of the label `path`. */
const ownPathNames = [
  'spans_query',
  'traces_query',
  'trace_by_id',
  'receipt',
  'aggregate',
  'analytics',
  'tail',
] as const;

/** Names of each front door's read paths, used as values of the label `path`. */
export const frontDoorPathNames = {
  tempo: ['tempo_trace', 'tempo_search'],
  jaeger: ['jaeger_trace', 'jaeger_search'],
  zipkin: ['zipkin_trace', 'zipkin_search'],
} as const;

export type FrontDoor = keyof typeof frontDoorPathNames;
export type PathName =
  | (typeof ownPathNames)[number]
  | (typeof frontDoorPathNames)[FrontDoor][number];

/** A probe that a door accepted. */
export interface WrittenProbe {
  readonly trace: ProbeTrace;
  /** The receipt of the write, if the response had one. */
  readonly receipt: string | undefined;
}

/**
 * Looks for a probe once. Rejects with a RequestFailure if no usable response arrives, or with the signal's reason if
 * the signal aborts.
 */
export type LookForProbe = (probe: WrittenProbe, signal: AbortSignal) => Promise<Sighting>;

/** A way to read stored spans. */
export interface ReadPath {
  readonly name: PathName;
  /**
   * Prepares a search before the probe is written, so that a path can record its position in a stream. Rejects like
   * `LookForProbe`.
   */
  prepare(trace: ProbeTrace, signal: AbortSignal): Promise<LookForProbe>;
}

/** Creates a path that needs no preparation. */
export function pathOf(name: PathName, look: LookForProbe): ReadPath {
  return { name, prepare: () => Promise.resolve(look) };
}

/** Reads a path that returns 404 for an unknown trace, and evaluates the response. */
export function lookAt(
  client: HttpClient,
  urlOf: (trace: ProbeTrace) => string,
  compare: (trace: ProbeTrace, answer: JsonValue) => Sighting,
): LookForProbe {
  return async ({ trace }, signal) => {
    const answer = await client.send({ path: urlOf(trace) }, signal);
    if (answer.status === 404) {
      return { status: 'absent' };
    }
    if (answer.status !== 200) {
      throw refusal(answer);
    }
    return compare(trace, parseAnswer(answer.text));
  };
}
