import { unprocessable } from '@spanhouse/api-kit';
import type { Principal } from '@spanhouse/catalog';
import { computeOwnMetrics } from '@spanhouse/span-intake';
import { type RowContext, SpanRowEncoder, type StoredSpan } from '@spanhouse/span-row';
import {
  type CanonicalSpan,
  clampTime,
  type JsonObject,
  parseTimestamp,
  type SpanEvent,
  toValidationDetail,
  type ValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import { parseIfStored, parseStoredJson } from '../span-json/parse-stored-json.js';
import { dropAttributes } from '../span-json/pick-attributes.js';

/** Changes to the spans of a letter that is sent again. */
export interface LetterChange {
  readonly drop: readonly string[];
  readonly clamp: readonly ('start_time' | 'end_time')[];
}

/** The caller, and the maximum size of a span in bytes. */
interface ChangeOptions {
  readonly principal: Principal;
  readonly limitBytes: number;
}

/**
 * Applies a change to the spans of a letter, and returns their new rows. Throws a 422 if the change is impossible. Ids,
 * receive times and the number of spans stay the same, but the duration of a span with clamped times is computed again.
 */
export function changeLetterSpans(
  spans: readonly StoredSpan[],
  change: LetterChange,
  { principal, limitBytes }: ChangeOptions,
): Uint8Array {
  const encoder = new SpanRowEncoder();
  const issues: ValidationDetail[] = [];
  const missing = new Map<string, number>();
  for (const stored of spans) {
    const span = changeSpan(stored, change, missing);
    if (encoder.encode(span, contextOf(stored, principal), limitBytes) === undefined) {
      const text = `A span has at most ${limitBytes} bytes.`;
      issues.push(toValidationDetail(valueError(text), ['body']));
    }
  }
  for (const [index, path] of change.drop.entries()) {
    if (missing.get(path) === spans.length) {
      const text = `No span of the letter has the attribute ${JSON.stringify(path)}.`;
      issues.push(toValidationDetail(valueError(text), ['body', 'drop', index], path));
    }
  }
  if (issues.length > 0) {
    throw unprocessable(issues);
  }
  return encoder.take();
}

/** Changes a span. If the span does not have a path, increments the path's count in `missing`. */
function changeSpan(
  stored: StoredSpan,
  { drop, clamp }: LetterChange,
  missing: Map<string, number>,
): CanonicalSpan {
  const span = toCanonicalSpan(stored);
  for (const path of dropAttributes(span.attributes, drop)) {
    missing.set(path, (missing.get(path) ?? 0) + 1);
  }
  for (const name of clamp) {
    span[name] = clampTime(stored[name]);
  }
  if (clamp.length > 0) {
    span.metrics.duration = {};
    computeOwnMetrics(span.metrics, span);
  }
  return span;
}

/**
 * Returns the context of the new row. The receive time stays the same, because the write with the latest receive time
 * wins.
 */
function contextOf(stored: StoredSpan, principal: Principal): RowContext {
  const { created_at, updated_at, updated_by_id = '' } = stored;
  return {
    project_id: principal.project_id,
    received_at: stored.received_at,
    created_by_id: stored.created_by_id,
    retention_days: principal.retention_days ?? 0,
    ...(updated_at !== undefined && { edit: { created_at, updated_by_id } }),
  };
}

/** Members that a row stores as JSON, except attributes, metrics and events. */
const jsonMembers = [
  'submitted_cumulative',
  'references',
  'links',
  'hashes',
  'resource',
  'scope',
  'pricing',
] as const;

/** Restores the span that was encoded as a row. Unlike ingest, encoding the result again does not change the span. */
function toCanonicalSpan(stored: StoredSpan): CanonicalSpan {
  const {
    received_at: _receivedAt,
    created_at: _createdAt,
    created_by_id: _createdById,
    updated_at: _updatedAt,
    updated_by_id: _updatedById,
    ...span
  } = stored;
  const parsed = jsonMembers.map((name) => [name, parseIfStored(span[name])]);
  const restored = {
    ...span,
    ...Object.fromEntries(parsed),
    attributes: parseStoredJson(span.attributes),
    metrics: parseStoredJson(span.metrics),
    events: parseEvents(stored),
  };
  // The encoder wrote all JSON strings, so the parsed values have the types of a canonical span.
  return restored as unknown as CanonicalSpan;
}

/**
 * Parses the events of a row, which stores event times as strings. Ingest accepts only times that can be parsed again.
 */
function parseEvents({ events, start_time }: StoredSpan): readonly SpanEvent[] | undefined {
  const parsed = parseIfStored<readonly (JsonObject & { timestamp: string })[]>(events);
  return parsed?.map(
    (event) =>
      ({
        ...event,
        timestamp: parseTimestamp(event.timestamp) ?? clampTime(start_time),
      }) as unknown as SpanEvent,
  );
}
