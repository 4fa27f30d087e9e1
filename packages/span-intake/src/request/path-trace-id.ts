import { type JsonValue, parseTraceId, stringifyJson } from '@spanhouse/span-schema';
import { type BadRequest, badRequest } from '../submission/problem.js';

/** The trace that a PUT names in its path. */
export interface PathTraceId {
  text: string;
  /** True if the 400 names the trace of the payload: `/tracing/traces/…` does, `/traces/…` does not. */
  namesPayload: boolean;
}

/** Checks the trace ids of a PUT (see docs/api/ingest.md). `sent` holds the ids of the payload, unparsed. */
export function findPathFault(
  path: PathTraceId,
  sent: readonly (JsonValue | undefined)[],
): BadRequest | undefined {
  const distinct = new Map<string, JsonValue>();
  for (const traceId of sent) {
    if (traceId !== undefined && traceId !== null) {
      const key = parseTraceId(traceId) ?? stringifyJson(traceId);
      distinct.set(key, distinct.get(key) ?? traceId);
    }
  }
  const [payload, ...others] = distinct.values();
  if (payload === undefined || others.length > 0) {
    return badRequest('Trace payload must contain exactly one trace_id.');
  }
  const expected = parseTraceId(path.text);
  const actual = parseTraceId(payload);
  if (expected === undefined || actual === undefined) {
    return badRequest('Invalid trace_id in path or payload.');
  }
  return expected === actual ? undefined : badRequest(mismatch(path, String(payload)));
}

function mismatch({ text, namesPayload }: PathTraceId, payload: string): string {
  const start = `Path trace_id '${text}' does not match payload trace_id`;
  return namesPayload ? `${start} '${payload}'.` : `${start}.`;
}
