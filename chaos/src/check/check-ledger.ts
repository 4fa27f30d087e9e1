import type { LedgerEntry } from '../load/ledger.js';

/** Visible and stored spans at the end of a run. Keys are trace ids with span ids. */
export interface Found {
  /** The versions of each span in a list of all spans, one for each occurrence in the list. */
  readonly visible: ReadonlyMap<string, readonly number[]>;
  /** The rows of each span in the store, whether reads show them or not. */
  readonly rows: ReadonlyMap<string, number>;
}

/** The spans of a run by their outcome, and the keys of spans that break the promise. */
export interface Verdict {
  readonly accepted: number;
  readonly deleted: number;
  /** Spans without an accepted attempt that have at least one attempt without a clear answer. */
  readonly unresolved: number;
  /** Accepted and not deleted, but not found. */
  readonly lost: readonly string[];
  /** Found more than once, or stored in more rows than the sender can have caused. */
  readonly duplicated: readonly string[];
  /** Found with a content other than the content of the last accepted attempt. */
  readonly outdated: readonly string[];
  /** Found although the trace is deleted, or although the span was refused or never sent. */
  readonly unwanted: readonly string[];
}

export function spanKey(traceId: string, spanId: string): string {
  return traceId + spanId;
}

/** Compares sent spans with found spans. All four lists are empty if and only if the promise holds. */
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
  /** Returns whether reads must, may or must not show the span. */
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
