import { describeWithBackend } from '@spanhouse/service-runtime/testing';

/** Runs a suite twice: on one server, and on a cluster. The address is for `testConfig`. */
export function describeOnClickHouse(title: string, suite: (address: string) => void): void {
  describeWithBackend(`${title} on ClickHouse`, 'CLICKHOUSE_URL', suite);
  describeWithBackend(`${title} on a ClickHouse cluster`, 'CLICKHOUSE_CLUSTER_URLS', suite);
}
