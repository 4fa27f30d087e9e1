import { Buffer } from 'node:buffer';
import type { CanonicalSpan, JsonValue } from '@spanhouse/span-schema';
import type { IngestOutcome } from '../canonical/accept-spans.js';
import { parseJsonBody } from '../json/parse-json-body.js';
import { readIngestRequest } from '../request/read-ingest-request.js';
import type { IntakeContext } from '../request/read-span.js';
import type { DroppedSpan } from '../submission/dropped-span.js';

/** A context whose default names and times are easy to recognise. */
export const intakeContext: IntakeContext = {
  receivedAt: 1_777_000_000_000_000_000n,
  createSpanName: () => 'abcdef012345',
};

/** Parses a body in the same way as the gateway. */
export function parseBodyText(text: string): JsonValue {
  const parsed = parseJsonBody(Buffer.from(text));
  if (parsed.status !== 'parsed') {
    throw new Error(`Not JSON: ${parsed.message}`);
  }
  return parsed.value;
}

export function ingest(body: JsonValue | undefined): IngestOutcome {
  return readIngestRequest(body, intakeContext);
}

export function ingestText(text: string): IngestOutcome {
  return ingest(parseBodyText(text));
}

export function droppedIn(outcome: object): readonly DroppedSpan[] {
  return 'dropped' in outcome ? (outcome.dropped as readonly DroppedSpan[]) : [];
}

export function dropCodesIn(outcome: object): string[] {
  return droppedIn(outcome).map(({ code }) => code);
}

/** Returns the canonical spans of an ingest request; throws if a span is dropped. */
export function canonicalSpans(body: JsonValue): readonly CanonicalSpan[] {
  const outcome = ingest(body);
  if (outcome.status !== 'accepted' || outcome.dropped.length > 0) {
    throw new Error('Not every span was accepted');
  }
  return outcome.spans;
}
