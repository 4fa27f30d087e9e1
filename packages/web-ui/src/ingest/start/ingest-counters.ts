/** Counters of the gateway in the process behind this page since that process started. */
export interface IngestCounters {
  readonly received: number;
  /** Dropped entries by code; codes that never occurred are absent. */
  readonly dropped: ReadonlyMap<string, number>;
}

const line = /^spanhouse_gateway_spans_(received|dropped)_total(?:\{([^}]*)\})? (\d+)$/gm;

/** Parses the counters from the text of `GET /metrics`; undefined if that process is not a gateway. */
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

/** Returns the difference between two readings. A process that restarted in between counts from 0. */
export function countersSince(before: IngestCounters, now: IngestCounters): IngestCounters {
  if (now.received < before.received) {
    return now;
  }
  const dropped = [...now.dropped]
    .map(([code, count]) => [code, count - (before.dropped.get(code) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return { received: now.received - before.received, dropped: new Map(dropped) };
}
