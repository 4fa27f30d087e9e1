import { describeWithBackend } from '@spanhouse/service-runtime/testing';

/** Returns how many runs of a property fit into the time limit, at most `wanted`. */
export type Runs = (wanted: number) => number;

/**
 * Fraction of the runs that also run on the cluster and with the hostile profile. It is small, because every run
 * executes the same statements on the single server.
 */
const SHARE_ELSEWHERE = 0.2;

/**
 * Runs a suite on a single server, on a cluster, and as a user whose profile changes every pinned setting. The suite
 * passes the address that it receives to `testConfig`.
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
