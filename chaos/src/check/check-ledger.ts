import type { LedgerEntry } from '../load/ledger.js';

/** Spans that are visible or stored at the end of a run. A key is a trace id followed by a span id. */
export interface Found {
  /** The versions of each span in a list of all spans. A span that is listed twice has two versions. */
  readonly visible: ReadonlyMap<string, readonly number[]>;
  /** The number of rows stored for each span, including rows that reads do not show. */
  readonly rows: ReadonlyMap<string, number>;
}

/** Counts the spans of a run by their outcome, and lists the keys of spans that break the promise. */
export interface Verdict {
  readonly accepted: number;
  readonly deleted: number;
  /** Spans that no answer accepted although at least one attempt may have stored them. */
  readonly unresolved: number;
  /** Spans that were accepted and not deleted, but are missing. */
  readonly lost: readonly string[];
  /** Spans listed twice, or with more rows than the sender's requests explain. */
  readonly duplicated: readonly string[];
  /** Spans whose content differs from the last accepted attempt. */
  readonly outdated: readonly string[];
  /** Visible spans that were refused, never sent, or belong to a deleted trace. */
  readonly unwanted: readonly string[];
}

export function spanKey(traceId: string, spanId: string): string {
  return traceId + spanId;
}

/**
 * Compares sent spans with found spans. The four lists of the verdict are all empty if and only if the promise holds.
 */
export function checkLedger(entries: readonly LedgerEntry[], found: Found): Verdict {
  const verdict = {
    accepted: 0,
    deleted: 0,
    unresolved: 0,
    lost: [] as string[],
    duplicated: [] as string[],
    outdated: [] as string[],
    unwanted: [] as string[],
  };
  const unexplained = new Set([...found.visible.keys(), ...found.rows.keys()]);
  for (const entry of entries) {
    const expected = expectationOf(entry);
    verdict[expected.group] += entry.spanIds.length;
    for (const spanId of entry.spanIds) {
      const key = spanKey(entry.traceId, spanId);
      unexplained.delete(key);
      const versions = found.visible.get(key) ?? [];
      const fault = faultOf(expected, { versions, rows: found.rows.get(key) ?? 0 });
      if (fault !== undefined) {
        verdict[fault].push(key);
      }
    }
  }
  verdict.unwanted.push(...unexplained);
  return verdict;
}

export function holds({ lost, duplicated, outdated, unwanted }: Verdict): boolean {
  return lost.length + duplicated.length + outdated.length + unwanted.length === 0;
}

interface Expectation {
  readonly group: 'accepted' | 'deleted' | 'unresolved';
  /** Visibility that the promise requires: reads must, may or must not show the span. */
  readonly visible: 'always' | 'maybe' | 'never';
  readonly versions: ReadonlySet<number>;
  readonly mostRows: number;
}

function expectationOf({ attempts, deletion }: LedgerEntry): Expectation {
  const lastAccepted = attempts.findLastIndex(({ outcome }) => outcome === 'accepted');
  const possible = attempts.filter(
    ({ outcome }, index) => index === lastAccepted || (outcome === 'open' && index > lastAccepted),
  );
  const stored = attempts.filter(({ outcome }) => outcome !== 'refused');
  const shown = {
    versions: new Set(possible.map(({ version }) => version)),
    mostRows: stored.length,
  };
  if (deletion === 'accepted') {
    return { ...shown, group: 'deleted', visible: 'never' };
  }
  if (lastAccepted === -1) {
    return { ...shown, group: 'unresolved', visible: stored.length === 0 ? 'never' : 'maybe' };
  }
  return { ...shown, group: 'accepted', visible: deletion === 'open' ? 'maybe' : 'always' };
}

function faultOf(
  { visible, versions: expected, mostRows }: Expectation,
  { versions, rows }: { readonly versions: readonly number[]; readonly rows: number },
): 'lost' | 'duplicated' | 'outdated' | 'unwanted' | undefined {
  if (visible === 'never' && versions.length > 0) {
    return 'unwanted';
  }
  if (visible === 'always' && versions.length === 0) {
    return 'lost';
  }
  if (versions.length > 1 || rows > mostRows) {
    return 'duplicated';
  }
  return versions.every((version) => expected.has(version)) ? undefined : 'outdated';
}
