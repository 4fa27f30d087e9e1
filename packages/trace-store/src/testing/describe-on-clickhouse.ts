import { describeWithBackend } from '@spanhouse/service-runtime/testing';

/** How many of the wanted runs of a property there is time for. */
export type Runs = (wanted: number) => number;

/** The cluster and the hostile profile run the statements of the single server, which makes all runs. */
const SHARE_ELSEWHERE = 0.2;

/**
 * Runs a suite on one server, on a cluster, and as a user whose profile sets every pinned setting to
 * another value. The address is for `testConfig`.
 */
export function describeOnClickHouse(
  title: string,
  suite: (address: string, runs: Runs) => void,
): void {
  describeWithBackend(`${title} on ClickHouse`, 'CLICKHOUSE_URL', (url) =>
    suite(url, (wanted) => wanted),
  );
  describeWithBackend(`${title} on a ClickHouse cluster`, 'CLICKHOUSE_CLUSTER_URLS', (urls) =>
    suite(urls, shareOf),
  );
  describeWithBackend(`${title} with a hostile profile`, 'CLICKHOUSE_HOSTILE_URL', (url) =>
    suite(url, shareOf),
  );
}

function shareOf(wanted: number): number {
  return Math.ceil(wanted * SHARE_ELSEWHERE);
}
