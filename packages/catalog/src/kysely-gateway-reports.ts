import type { Clock } from '@spanhouse/service-runtime';
import type { Kysely } from 'kysely';
import type { CatalogDatabase } from './catalog-database.js';
import { attempt } from './catalog-unavailable.js';
import type { GatewayReport, GatewayReports } from './gateway-reports.js';

const KEPT_MS = 3_600_000;
const MAX_LISTED = 1000;

/** Stores the reports in a table of the catalog with one row for each gateway. */
export class KyselyGatewayReports implements GatewayReports {
  readonly #db: Kysely<CatalogDatabase>;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(db: Kysely<CatalogDatabase>, clock: Pick<Clock, 'nowMs'>) {
    this.#db = db;
    this.#clock = clock;
  }

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
