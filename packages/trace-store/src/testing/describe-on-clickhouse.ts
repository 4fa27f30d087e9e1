import { describeWithBackend } from '@spanhouse/service-runtime/testing';

/** Returns how many of the wanted runs of a property fit into the time limit. */
export type Runs = (wanted: number) => number;

/**
 * The cluster and the hostile profile make fewer runs, because the single server makes all of them with the same
 * statements.
 */
const SHARE_ELSEWHERE = 0.2;

/**
 * Runs a suite on one server, on a cluster, and as a user whose profile changes every pinned setting. The address is an
 * argument of `testConfig`.
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
