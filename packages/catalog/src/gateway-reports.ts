import type { Clock } from '@spanhouse/service-runtime';
import type { Kysely } from 'kysely';
import type { CatalogDatabase } from './catalog-database.js';
import { attempt } from './catalog-unavailable.js';

/** The counts that one gateway process reports. */
export interface GatewayReport {
  /** Id of the process, not of the machine. A restarted gateway has a new id and counts from 0. */
  readonly gateway_id: string;
  /** Number of spans per second that the log accepted, averaged over the last few seconds. */
  readonly accepted_per_second: number;
  /** Number of dropped entries since the process started, keyed by code. */
  readonly dropped: Readonly<Record<string, number>>;
}

const KEPT_MS = 3_600_000;
const MAX_LISTED = 1000;

/**
 * Passes the counts of gateways to query services, which may run on other machines. The counts are stored in a table of
 * the catalog, one row per gateway. Both methods reject with a retryable `CATALOG_UNAVAILABLE` while the database does
 * not respond.
 */
export class GatewayReports {
  readonly #db: Kysely<CatalogDatabase>;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(db: Kysely<CatalogDatabase>, clock: Pick<Clock, 'nowMs'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Replaces the report of a gateway. Also removes the reports of gateways that have not reported for an hour. */
  async put({ gateway_id, accepted_per_second, dropped }: GatewayReport): Promise<void> {
    const report = {
      reported_at: this.#timeBefore(0),
      accepted_per_second,
      dropped: JSON.stringify(dropped),
    };
    await attempt('written', async () => {
      await this.#db
        .insertInto('gateway_reports')
        .values({ gateway_id, ...report })
        .onConflict((conflict) => conflict.column('gateway_id').doUpdateSet(report))
        .execute();
      await this.#db
        .deleteFrom('gateway_reports')
        .where('reported_at', '<', this.#timeBefore(KEPT_MS))
        .execute();
    });
  }

  /** Resolves with the last report of each gateway that has reported within `maxAgeMs`, up to 1000 reports. */
  list(maxAgeMs: number): Promise<readonly GatewayReport[]> {
    const query = this.#db
      .selectFrom('gateway_reports')
      .select(['gateway_id', 'accepted_per_second', 'dropped'])
      .where('reported_at', '>=', this.#timeBefore(maxAgeMs))
      .orderBy('gateway_id')
      .limit(MAX_LISTED);
    return attempt('read', async () =>
      (await query.execute()).map((row) => ({ ...row, dropped: JSON.parse(row.dropped) })),
    );
  }

  /** Returns the time `ms` ago as a string that can be compared with stored times. */
  #timeBefore(ms: number): string {
    return new Date(this.#clock.nowMs() - ms).toISOString();
  }
}
