import type { ClickHouseClient } from '../connection/clickhouse-client.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import type { VisibleTimes } from '../store-state.js';

const MAX_UINT32 = 2 ** 32 - 1;

/** Records times in ClickHouse, one insert per call. */
export class ClickHouseVisibleTimes implements VisibleTimes {
  readonly #client: ClickHouseClient;

  constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  async record(times: readonly number[]): Promise<void> {
    if (times.length === 0) {
      return;
    }
    try {
      await this.#client.insert({
        table: 'visible_times',
        values: times.map((time) => ({ visible_after_ms: toUint32(time) })),
        format: 'JSONEachRow',
        clickhouse_settings: { async_insert: 0, wait_end_of_query: 1 },
      });
    } catch (cause) {
      throw clickhouseUnavailable('visible_times cannot be recorded', cause);
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

function toUint32(ms: number): number {
  return Math.min(Math.max(0, Math.round(ms)), MAX_UINT32);
}
