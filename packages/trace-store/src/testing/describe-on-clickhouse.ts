import { describeWithBackend } from '@spanhouse/service-runtime/testing';

/** How many of the wanted runs of a property there is time for. */
export type Runs = (wanted: number) => number;

/** One statement runs on several servers; what it says has been tried in full on one. */
const SHARE_ON_CLUSTER = 0.2;

/** Runs a suite twice: on one server, and on a cluster. The address is for `testConfig`. */
export function describeOnClickHouse(
  title: string,
  suite: (address: string, runs: Runs) => void,
): void {
  describeWithBackend(`${title} on ClickHouse`, 'CLICKHOUSE_URL', (url) =>
    suite(url, (wanted) => wanted),
  );
  describeWithBackend(`${title} on a ClickHouse cluster`, 'CLICKHOUSE_CLUSTER_URLS', (urls) =>
    suite(urls, (wanted) => Math.ceil(wanted * SHARE_ON_CLUSTER)),
  );
}
