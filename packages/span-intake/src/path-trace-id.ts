import { type JsonValue, parseTraceId, stringifyJson } from '@spanhouse/span-schema';
import { type BadRequest, badRequest } from './problem.js';

/** The trace that a PUT names in its path, and how the route words what does not match it. */
export interface PathTraceId {
  text: string;
  /** `/tracing/traces/{trace_id}` names the trace of the payload in the text, `/traces/{trace_id}` does not. */
  namesPayload: boolean;
}

/** The rules of a PUT for its trace ids (API: "Single-trace writes", 5). `sent` are those of the payload, as sent. */
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
