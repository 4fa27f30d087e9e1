/** Counters of the gateway in the process that serves this page. They count from the start of the process. */
export interface IngestCounters {
  readonly received: number;
  /** Number of dropped entries by code. Codes that never occurred are absent. */
  readonly dropped: ReadonlyMap<string, number>;
}

const line = /^spanhouse_gateway_spans_(received|dropped)_total(?:\{([^}]*)\})? (\d+)$/gm;

/** Parses the gateway's counters in the response to `GET /metrics`. Returns undefined if the process has no gateway. */
export function parseCounters(text: string): IngestCounters | undefined {
  let received: number | undefined;
  const dropped = new Map<string, number>();
  for (const [, name, labels = '', value] of text.matchAll(line)) {
    const count = Number(value);
    if (name === 'received') {
      received = count;
    } else if (count > 0) {
      dropped.set(/code="([^"]*)"/.exec(labels)?.[1] ?? '', count);
    }
  }
  return received === undefined ? undefined : { received, dropped };
}

/**
 * Returns how much the counters increased between two readings. If the process has restarted in between, the earlier
 * reading is ignored.
 */
export function countersSince(before: IngestCounters, now: IngestCounters): IngestCounters {
  if (now.received < before.received) {
    return now;
  }
  const dropped = [...now.dropped]
    .map(([code, count]) => [code, count - (before.dropped.get(code) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return { received: now.received - before.received, dropped: new Map(dropped) };
}
