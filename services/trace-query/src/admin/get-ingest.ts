import type { Route } from '@spanhouse/api-kit';
import type { GatewayReports } from '@spanhouse/catalog';
import type { Clock } from '@spanhouse/service-runtime';
import type { DeadLetterReader } from '@spanhouse/span-log/dead-letter-reader';
import type { CommittedOffsets, PartitionLag } from '@spanhouse/span-log/offsets';
import type { IngestState } from '@spanhouse/trace-store/reader';
import { countLetterRows } from '../dead-letters/waiting-rows-gauge.js';
import { type AdminServices, forAdmins } from './admin-services.js';

const MS_PER_SECOND = 1000;
/** Signal that never aborts. The reads are short, so they are not cancelled when the client disconnects. */
const never = new AbortController().signal;

/** Sources of the ingest report: the log, the store, and the reports of the gateways. */
export interface IngestServices {
  readonly offsets: Pick<CommittedOffsets, 'readLag'>;
  readonly letters: Pick<DeadLetterReader, 'list'>;
  readonly ingestState: Pick<IngestState, 'read'>;
  readonly ingestTotals: ReadIngestTotals;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Reports the health of each ingest step, from the gateways to the store; see docs/api/limits.md. */
export function getIngest(
  admin: AdminServices,
  { offsets, letters, ingestState, ingestTotals, clock }: IngestServices,
): Route {
  const handler = forAdmins(admin, async (_req, res) => {
    const [lags, totals, state, deadLetterRows] = await Promise.all([
      offsets.readLag(),
      ingestTotals(),
      ingestState.read(never),
      countLetterRows(letters),
    ]);
    const { acceptedPerSecond, dropped, gateways } = totals;
    const { timeToVisible, rows, bytes, freeBytes } = state;
    res.json({
      at: new Date(clock.nowMs()).toISOString(),
      partitions: lags.map(toShownPartition),
      time_to_visible_ms: timeToVisible ?? { p50: null, p95: null, max: null },
      accepted_per_second: acceptedPerSecond,
      dropped: toShownCodes(dropped),
      ...(gateways !== undefined && { gateways }),
      dead_letters: deadLetterRows,
      store: { rows, bytes, free_bytes: freeBytes },
    });
  });
  return { method: 'GET', path: '/admin/ingest', handler };
}

function toShownPartition({ partition, committed, end, oldestUnreadMs }: PartitionLag) {
  return {
    partition,
    end,
    committed,
    lag_records: end - committed,
    lag_seconds: oldestUnreadMs / MS_PER_SECOND,
  };
}

/** Lists the drop codes with their counts, the most frequent code first. */
function toShownCodes(dropped: ReadonlyMap<string, number>) {
  return [...dropped]
    .filter(([, count]) => count > 0)
    .sort(([leftCode, left], [rightCode, right]) => right - left || (leftCode < rightCode ? -1 : 1))
    .map(([code, count]) => ({ code, count }));
}

/** Ingest counts, added up over all gateways. */
export interface IngestTotals {
  readonly acceptedPerSecond: number;
  /** Number of entries dropped since the gateways started, keyed by code. */
  readonly dropped: ReadonlyMap<string, number>;
  /** Number of gateways that the sums include; absent if this process contains the only gateway. */
  readonly gateways?: number;
}

/** Reads the counts of the gateways. The counts may be a few seconds old. */
export type ReadIngestTotals = () => Promise<IngestTotals>;

/** Maximum age of a report. A gateway whose last report is older has ended or is unreachable. */
const REPORTED_WITHIN_MS = 60_000;

/** Returns a function that adds up the reports of all running gateways. */
export function addGatewayReports(reports: Pick<GatewayReports, 'list'>): ReadIngestTotals {
  return async () => {
    const listed = await reports.list(REPORTED_WITHIN_MS);
    const dropped = new Map<string, number>();
    for (const [code, count] of listed.flatMap((report) => Object.entries(report.dropped))) {
      dropped.set(code, (dropped.get(code) ?? 0) + count);
    }
    const rates = listed.map(({ accepted_per_second: rate }) => rate);
    const acceptedPerSecond = rates.reduce((sum, rate) => sum + rate, 0);
    return { acceptedPerSecond, dropped, gateways: listed.length };
  };
}
