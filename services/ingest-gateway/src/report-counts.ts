import { randomUUID } from 'node:crypto';
import type { GatewayReports } from '@spanhouse/catalog';
import { type Clock, type Logger, repeat } from '@spanhouse/service-runtime';
import type { IngestCounts } from './ingest/ingest-counter.js';

/**
 * Time between two reports. A sum over all gateways includes the reports of the last minute, so a few failed reports do
 * no harm.
 */
const INTERVAL_MS = 5000;

export interface CountReportOptions {
  readonly counts: () => IngestCounts;
  readonly reports: Pick<GatewayReports, 'put'>;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly logger: Logger;
}

/**
 * Reports the counts of this process immediately and then every few seconds, until the returned object is closed.
 * Nothing waits for a report. A failed report is only logged, because the next report replaces it.
 */
export function reportCounts({ counts, reports, clock, logger }: CountReportOptions) {
  const gatewayId = randomUUID();
  return repeat(clock, INTERVAL_MS, async () => {
    const { acceptedPerSecond, dropped } = counts();
    try {
      await reports.put({
        gateway_id: gatewayId,
        accepted_per_second: acceptedPerSecond,
        dropped: Object.fromEntries(dropped),
      });
    } catch (err) {
      logger.debug({ err }, 'counts not reported');
    }
  });
}
