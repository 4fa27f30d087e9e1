import { randomBytes } from 'node:crypto';
import { toValidationDetails, unprocessable } from '@spanhouse/api-kit';
import { acceptSimpleTrace, wrongBody } from '@spanhouse/span-intake';
import {
  isJsonObject,
  type JsonValue,
  simpleTraceRequest,
  stringifyJson,
} from '@spanhouse/span-schema';
import type { JsonReading, JsonRequest } from '../http/json-ingest-route.js';
import { modelMismatch } from '../http/to-problem.js';

/**
 * Reads a trace with one span, `{trace}`; see docs/api/annotations.md. Throws the 422 of a body that does not fit the
 * model.
 */
export function readSimpleTrace({ body, context }: JsonRequest): JsonReading {
  if (!isJsonObject(body)) {
    throw modelMismatch([wrongBody(body)]);
  }
  const parsed = simpleTraceRequest.safeParse(body);
  if (!parsed.success) {
    throw unprocessable(toValidationDetails(parsed.error, body));
  }
  const { trace } = parsed.data;
  const ids = { trace_id: createId(16), span_id: createId(8) };
  // Written first, because the span takes over the objects of the trace.
  const answer = stringifyJson({ count: 1, trace: { ...ids, ...trace } as unknown as JsonValue });
  return {
    outcome: acceptSimpleTrace(trace, { ...ids, receivedAt: context.receivedAt }),
    write: () => answer,
  };
}

function createId(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
