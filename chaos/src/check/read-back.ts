import { setTimeout as delay } from 'node:timers/promises';
import { timeLimits } from '../../../packages/service-runtime/src/testing/index.js';
import type { System } from '../system/system.js';
import { type Found, spanKey } from './check-ledger.js';

const PAGE = 1000;
const READ_TIMEOUT_MS = 10_000;
const WAIT_FOR_RECEIPT_MS = 2000;
const PAUSE_MS = 100;
/** Status codes that a server returns if it is overloaded or exceeds its deadline. */
const late = new Set([503, 504]);

/**
 * Resolves with true once a read returns the spans that the receipt confirms. Resolves with false if `signal` aborts
 * first.
 */
export async function untilVisible(
  query: string,
  receipt: string,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const isVisible = await fetch(`${query}/spans/query`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-consistent-with': receipt,
        'x-consistency-timeout-ms': String(WAIT_FOR_RECEIPT_MS),
      },
      body: JSON.stringify({ windowing: { limit: 1 } }),
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    }).then(
      async ({ ok, body }) => {
        await body?.cancel();
        return ok;
      },
      () => false,
    );
    if (isVisible) {
      return true;
    }
    await delay(PAUSE_MS);
  }
  return false;
}

/** Reads every span through the API, and counts the rows in the store directly. */
export async function readBack({ query, stores }: System): Promise<Found> {
  const rows = new Map<string, number>();
  for (const store of stores) {
    for (const [key, count] of await store.rowCounts()) {
      rows.set(key, (rows.get(key) ?? 0) + count);
    }
  }
  return { visible: await readVisible(query), rows };
}

interface ListedSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly attributes: { readonly version: number };
}

interface SpanPage {
  readonly spans: readonly ListedSpan[];
  readonly windowing?: { readonly next?: string };
}

async function readVisible(query: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const visible = new Map<string, number[]>();
  let next: string | undefined;
  do {
    const page = await readPage(query, next);
    for (const { trace_id: traceId, span_id: spanId, attributes } of page.spans) {
      const key = spanKey(traceId.replaceAll('-', ''), spanId);
      visible.set(key, [...(visible.get(key) ?? []), attributes.version]);
    }
    next = page.windowing?.next;
  } while (next !== undefined);
  return visible;
}

/** Reads a page. Retries the request if a busy machine does not respond in time. */
async function readPage(query: string, next: string | undefined): Promise<SpanPage> {
  const signal = AbortSignal.timeout(timeLimits.effect);
  for (;;) {
    const response = await fetch(`${query}/spans/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ windowing: { limit: PAGE, ...(next === undefined ? {} : { next }) } }),
      signal,
    });
    const text = await response.text();
    if (response.ok) {
      return JSON.parse(text);
    }
    if (!late.has(response.status)) {
      throw new Error(`a page of spans was answered ${response.status}: ${text}`);
    }
    await delay(PAUSE_MS);
  }
}
