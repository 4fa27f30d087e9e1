import type { Clock } from '@spanhouse/service-runtime';
import type { Kysely } from 'kysely';
import type { CatalogDatabase } from './catalog-database.js';
import { attempt } from './catalog-unavailable.js';

/** The counts of one gateway process. */
export interface GatewayReport {
  /** Id of the process, not of the machine: a restarted gateway has a new id and counts from 0. */
  readonly gateway_id: string;
  /** Average number of spans that the log accepted per second during the last seconds. */
  readonly accepted_per_second: number;
  /** Number of dropped entries by code since the process started. */
  readonly dropped: Readonly<Record<string, number>>;
}

const KEPT_MS = 3_600_000;
const MAX_LISTED = 1000;

/**
 * Passes the counts of gateways to the query services, which may run on other machines, in a table of the catalog with
 * one row for each gateway. Both methods reject with a retryable `CATALOG_UNAVAILABLE` while the database does not
 * answer.
 */
export class GatewayReports {
  readonly #db: Kysely<CatalogDatabase>;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(db: Kysely<CatalogDatabase>, clock: Pick<Clock, 'nowMs'>) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Replaces the report of the gateway. Removes gateways that have reported nothing for an hour. */
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

  /**
   * Resolves with the last report of each gateway that has reported within `maxAgeMs`. Returns at most 1000 reports.
   */
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

  /** Returns the time `ms` ago as a text. Texts sort like their times. */
  #timeBefore(ms: number): string {
    return new Date(this.#clock.nowMs() - ms).toISOString();
  }
}
