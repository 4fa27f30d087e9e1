import { Buffer } from 'node:buffer';
import type { CanonicalSpan, JsonValue } from '@spanhouse/span-schema';
import type { IngestOutcome } from '../canonical/accept-spans.js';
import { parseJsonBody } from '../json/parse-json-body.js';
import { readIngestRequest } from '../request/read-ingest-request.js';
import type { IntakeContext } from '../request/read-span.js';

/** A context that makes spans without a name or a time recognisable. */
export const intakeContext: IntakeContext = {
  receivedAt: 1_777_000_000_000_000_000n,
  createSpanName: () => 'abcdef012345',
};

/** Parses the text of a body like the gateway does. */
export function parseBodyText(text: string): JsonValue {
  const parsed = parseJsonBody(Buffer.from(text));
  if (parsed.status !== 'parsed') {
    throw new Error(`Not JSON: ${parsed.message}`);
  }
  return parsed.value;
}

export function ingestText(text: string): IngestOutcome {
  return readIngestRequest(parseBodyText(text), intakeContext);
}

/** Returns the canonical spans of an ingest request; throws when a span is dropped. */
export function canonicalSpans(body: JsonValue): readonly CanonicalSpan[] {
  const outcome = readIngestRequest(body, intakeContext);
  if (outcome.status !== 'accepted' || outcome.dropped.length > 0) {
    throw new Error('Not every span was accepted');
  }
  return outcome.spans;
}
