import { createHash } from 'node:crypto';
import type { Action, TraceToSend } from './draw-action.js';
import type { Outcome } from './ledger.js';

export interface Answer {
  readonly outcome: Outcome;
  /** The receipt of an accepted write. */
  readonly receipt?: string;
  /** The reason why the answer leaves the outcome of a span uncertain. It is absent if the outcome is certain. */
  readonly complaint?: string;
  /** The status of the answer. It is absent if no answer arrived. */
  readonly status?: number;
}

export interface Addresses {
  readonly gateway: string;
  readonly query: string;
  /** Base of all start times, in milliseconds. The number and the version of a span are added to it. */
  readonly startedAtMs: number;
  /** The size of the incompressible padding in each span. */
  readonly paddingBytes: number;
}

const ATTEMPT_TIMEOUT_MS = 10_000;
const FIRST_SERVER_ERROR = 500;
const TOO_MANY_REQUESTS = 429;

/** Makes one attempt and never rejects. Without a clear answer, the outcome is `open`. */
export async function sendAction(action: Action, addresses: Addresses): Promise<Answer> {
  const [url, init] = requestOf(action, addresses);
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
    const text = await response.text();
    const outcome = outcomeOf(response);
    const receipt = response.headers.get('x-ingest-receipt');
    const complaint = outcome === 'open' ? undefined : complaintAbout(action, response, text);
    return {
      outcome,
      status: response.status,
      ...(receipt === null ? {} : { receipt }),
      ...(complaint === undefined ? {} : { complaint }),
    };
  } catch {
    return { outcome: 'open' };
  }
}

function requestOf(action: Action, addresses: Addresses) {
  const { gateway, query } = addresses;
  if (action.kind === 'delete') {
    return [`${query}/traces/${action.entry.traceId}`, { method: 'DELETE' }] as const;
  }
  const body = action.kind === 'garbage' ? '{"spans":[' : writeBody(action, addresses);
  const headers = { 'content-type': 'application/json' };
  return [`${gateway}/tracing/spans/ingest`, { method: 'POST', headers, body }] as const;
}

function writeBody(
  { traces, faultySpans }: Action & { readonly kind: 'write' },
  addresses: Addresses,
): string {
  const sound = traces.flatMap((trace) => spansOf(trace, addresses));
  const faulty = Array.from({ length: faultySpans }, () => ({
    trace_id: 'f'.repeat(32),
    span_id: 'f'.repeat(16),
    start_time: 'yesterday',
    end_time: 'yesterday',
  }));
  return JSON.stringify({ spans: [...faulty, ...sound] });
}

/**
 * Builds the spans of an attempt. Start times differ between versions, so that ClickHouse never merges rows of
 * different versions.
 */
function spansOf(
  { entry, version }: TraceToSend,
  { startedAtMs, paddingBytes }: Addresses,
): readonly object[] {
  return entry.spanIds.map((spanId) => {
    const number = Number.parseInt(spanId, 16);
    const start = startedAtMs + number + version;
    return {
      trace_id: entry.traceId,
      span_id: spanId,
      span_name: `span ${number}`,
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 1).toISOString(),
      attributes: { number, version, ...paddingOf(`${number} ${version}`, paddingBytes) },
    };
  });
}

/** Returns the padding of a span, which is the same in every attempt. */
function paddingOf(seed: string, outputLength: number): { readonly padding?: string } {
  return outputLength === 0
    ? {}
    : { padding: createHash('shake256', { outputLength }).update(seed).digest('base64') };
}

function outcomeOf({ ok, status }: Response): Outcome {
  if (ok) {
    return 'accepted';
  }
  return status >= FIRST_SERVER_ERROR || status === TOO_MANY_REQUESTS ? 'open' : 'refused';
}

/** Checks that the answer accounts for every span of the request. */
function complaintAbout(action: Action, { status }: Response, text: string): string | undefined {
  const expected = expectedAnswer(action);
  const { count = 0, dropped = [] } = readCounts(text);
  const isExact = action.kind === 'delete' || count === expected.count;
  if (expected.statuses.includes(status) && isExact && dropped.length === expected.dropped) {
    return undefined;
  }
  const wanted = `${expected.statuses.join(' or ')}, ${expected.count} accepted, ${expected.dropped} named`;
  return `${action.kind}: ${status}, ${count} accepted, ${dropped.length} named; expected ${wanted}`;
}

function expectedAnswer(action: Action) {
  switch (action.kind) {
    case 'delete':
      return { statuses: [202], count: 1, dropped: 0 };
    case 'garbage':
      return { statuses: [400, 422], count: 0, dropped: 0 };
    case 'write': {
      const count = action.traces.reduce((sum, { entry }) => sum + entry.spanIds.length, 0);
      return { statuses: [count === 0 ? 422 : 202], count, dropped: action.faultySpans };
    }
  }
}

function readCounts(text: string): { readonly count?: number; readonly dropped?: unknown[] } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
