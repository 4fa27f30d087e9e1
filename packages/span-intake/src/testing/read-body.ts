import { Buffer } from 'node:buffer';
import type { CanonicalSpan, JsonValue } from '@spanhouse/span-schema';
import type { IngestOutcome } from '../accept-spans.js';
import { parseJsonBody } from '../parse-json-body.js';
import { readIngestRequest } from '../read-ingest-request.js';
import type { IntakeContext } from '../read-span.js';

/** A context whose spans without a name and time are recognisable. */
export const INTAKE_CONTEXT: IntakeContext = {
  receivedAt: 1_777_000_000_000_000_000n,
  createSpanName: () => 'abcdef012345',
};

/** The text of a body, as the gateway parses it. */
export function parseBodyText(text: string): JsonValue {
  const parsed = parseJsonBody(Buffer.from(text));
  if (parsed.status !== 'parsed') {
    throw new Error(`Not JSON: ${JSON.stringify(parsed.detail)}`);
  }
  return parsed.value;
}

export function ingestText(text: string): IngestOutcome {
  return readIngestRequest(parseBodyText(text), INTAKE_CONTEXT);
}

/** The canonical spans of an ingest request of which nothing may be dropped. */
export function canonicalSpans(body: JsonValue): CanonicalSpan[] {
  const outcome = readIngestRequest(body, INTAKE_CONTEXT);
  if (outcome.status !== 'accepted' || outcome.dropped.length > 0) {
    throw new Error('Not every span was accepted');
  }
  return outcome.spans;
}
