import type { GatewayReports } from '@spanhouse/catalog';

/** Counts of the gateways. */
export interface IngestTotals {
  readonly acceptedPerSecond: number;
  /** Numbers of dropped entries by code since the gateways started. */
  readonly dropped: ReadonlyMap<string, number>;
  /** Number of gateways in the sums; absent if this process contains the only gateway. */
  readonly gateways?: number;
}

/** Reads the counts of the gateways. They may be some seconds old. */
export type ReadIngestTotals = () => Promise<IngestTotals>;

/** Maximum age of a report. A gateway without a newer report has ended or is unreachable. */
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
