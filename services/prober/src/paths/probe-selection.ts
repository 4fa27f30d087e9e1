import type { JsonObject } from '@spanhouse/span-schema';
import { type ProbeTrace, probeIdKey } from '../probe/probe-trace.js';

const NS_PER_MS = 1_000_000n;
const MARGIN_MS = 1000;

/**
 * Returns a time range around a probe in ms since the epoch. It is computed from the probe's times, not from a clock.
 */
export function rangeOf({ spans: [root] }: ProbeTrace) {
  return {
    fromMs: Number(root.start_time / NS_PER_MS) - MARGIN_MS,
    toMs: Number(root.end_time / NS_PER_MS) + MARGIN_MS,
  };
}

/** Returns the filter condition in Spanhouse's own API that matches exactly the probe's spans. */
export function filteringOf({ id }: ProbeTrace): JsonObject {
  return { conditions: [{ field: 'attributes', key: probeIdKey, operator: 'is', value: id }] };
}

/** Returns the filter and the window of Spanhouse's own API that select a probe. */
export function selectionOf(trace: ProbeTrace): JsonObject {
  const { fromMs, toMs } = rangeOf(trace);
  const windowing = {
    oldest: new Date(fromMs).toISOString(),
    newest: new Date(toMs).toISOString(),
  };
  return { filtering: filteringOf(trace), windowing };
}
