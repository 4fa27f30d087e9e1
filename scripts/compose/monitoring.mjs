// What Prometheus and Grafana see of a running system.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { request } from './client.mjs';
import { REPOSITORY } from './read-compose.mjs';
import { until } from './stand-ins/until.mjs';

const RULES = join(REPOSITORY, 'deploy/prometheus/rules');
const DATA_SOURCES = join(REPOSITORY, 'deploy/grafana/provisioning/datasources/spanhouse.yaml');

/** Waits until every target is up, and every one of `jobs` has one. Returns how many there are. */
export async function untilTargetsAreUp(prometheusUrl, jobs) {
  let targets = [];
  await until(
    async () => {
      const { body } = await request(`${prometheusUrl}/api/v1/targets?state=active`);
      targets = body.data.activeTargets;
      return (
        jobs.every((job) => targets.some(({ labels }) => labels.job === job)) &&
        targets.every(({ health }) => health === 'up')
      );
    },
    () => `not all targets are up: ${JSON.stringify(targets.map(describeTarget))}`,
  );
  return targets.length;
}

function describeTarget({ labels, health, lastError }) {
  return { job: labels.job, health, lastError };
}

/** Waits until every rule has been evaluated without an error. Returns how many there are. */
export async function untilRulesAreLoaded(prometheusUrl) {
  const expected = rulesOfFiles();
  let rules = [];
  await until(
    async () => {
      const { body } = await request(`${prometheusUrl}/api/v1/rules`);
      rules = body.data.groups.flatMap((group) => group.rules);
      return rules.every(({ health }) => health === 'ok');
    },
    () =>
      `not all rules are evaluated: ${JSON.stringify(rules.filter(({ health }) => health !== 'ok').map(({ name, lastError }) => ({ name, lastError })))}`,
  );
  const loaded = rules.map(({ name }) => name).sort();
  if (loaded.join() !== expected.sort().join())
    throw new Error(`${loaded.length} rules are loaded, the files have ${expected.length}`);
  return loaded.length;
}

function rulesOfFiles() {
  const files = readdirSync(RULES).map((name) => readFileSync(join(RULES, name), 'utf8'));
  const groups = files.flatMap((text) => parse(text).groups);
  return groups.flatMap(({ rules }) => rules.map(({ alert, record }) => alert ?? record));
}

/** Asks Grafana's data sources what Grafana would ask them, with its credentials. */
export async function askDataSources({ endpoints, password }) {
  const { datasources } = parse(readFileSync(DATA_SOURCES, 'utf8'));
  const prometheus = datasources.find(({ type }) => type === 'prometheus');
  const { body } = await request(`${endpoints.rewrite(prometheus.url)}/api/v1/query?query=up`);
  if (body.data.result.length === 0)
    throw new Error('the data source of Prometheus has no metrics');
  const { host, port, username, defaultDatabase } = datasources.find(
    ({ jsonData }) => jsonData?.defaultDatabase !== undefined,
  ).jsonData;
  const query = `SELECT count(trace_id) AS spans FROM ${defaultDatabase}.spans FORMAT JSON`;
  const url = `http://${endpoints.address(host, String(port))}/?query=${encodeURIComponent(query)}`;
  const headers = { 'x-clickhouse-user': username, 'x-clickhouse-key': password };
  const answer = await request(url, { headers });
  if (Number(answer.body.data[0].spans) === 0)
    throw new Error('Grafana sees no spans in ClickHouse');
}
