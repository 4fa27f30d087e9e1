import {
  decodeStoredSpans,
  rarelySetColumns,
  type StoredSpan,
  type StoredSpanColumn,
  storedSpanColumns,
} from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import { compareSpanPositions } from '../sql/positions.js';
import { type KnownRows, selectSpans } from '../sql/select-spans.js';
import { coverRanges } from '../sql/time-ranges.js';
import { currentVersions } from './current-versions.js';
import { groupExtents, rowsOf, type TraceExtent } from './trace-extents.js';

/** The traces to read, by their extents. */
export interface WholeTraces {
  readonly project_id: string;
  readonly extents: readonly TraceExtent[];
  /** Only these spans of the traces; `undefined` = all. */
  readonly span_ids: readonly string[] | undefined;
}

/** Reads the current spans of traces, ordered by (start_time, trace_id, span_id). */
export async function readWholeTraces(
  run: RunStatement,
  { project_id, extents, span_ids }: WholeTraces,
): Promise<readonly StoredSpan[]> {
  const rows: StoredSpan[] = [];
  for (const group of groupExtents(extents)) {
    const known = knownRows(group);
    const answer = await run(selectSpans({ project_id, span_ids, ...rowsOf(group) }, known));
    for (const span of decodeStoredSpans(answer, known.set?.columns)) {
      rows.push(span);
    }
  }
  return currentVersions(rows).toSorted(compareSpanPositions);
}

/** Derives from the extents which work the statement can omit. */
function knownRows(traces: readonly TraceExtent[]): KnownRows {
  const known = {
    hasVersions: traces.some(({ hasVersions }) => hasVersions),
    hasExpired: traces.some(({ hasExpired }) => hasExpired),
    received: coverRanges(
      traces.map(({ received }) => received),
      1,
    )[0],
  };
  const [only] = traces;
  // Rows written after the extent was read may set more columns, so they are excluded by log offset.
  // Offsets of different partitions are not comparable.
  return traces.length === 1 && only?.logPartition !== undefined
    ? { ...known, set: { columns: columnsSet(only.rarelySet), upTo: only.logOffset } }
    : known;
}

/**
 * Selects the columns in which some row of a trace may have a value. Bit n of
 * `trace_index.rarely_set` means that some row has set the nth of `rarelySetColumns` (docs/adr/111).
 */
export function columnsSet(rarelySet: number): readonly StoredSpanColumn[] {
  const unset = new Set<string>(
    rarelySetColumns.filter((_name, bit) => (rarelySet & (1 << bit)) === 0),
  );
  return storedSpanColumns.filter((name) => !unset.has(name));
}
