import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import type { Json } from '../http-client.js';

const repository = new URL('../../../../', `file://${__dirname}/`).pathname;
const ourRules = `${repository}deploy/prometheus/rules/*.yml`;

export interface RunningPrometheus {
  readonly url: string;
  /** Returns the `data` of /api/v1/<path>. Throws with Prometheus' message if the request fails. */
  get(path: string, parameters: Readonly<Record<string, string>>): Promise<Json>;
  stop(): Promise<void>;
}

export interface PrometheusOptions {
  /** The address of each job, keyed by job name. */
  readonly targets: Readonly<Record<string, string>>;
  /** The interval between scrapes and between evaluations; one second by default. */
  readonly interval?: string;
  /** The pattern of the rule files; by default the rules of deploy/prometheus. */
  readonly ruleFiles?: string;
  /** Additional jobs in the format of Prometheus' configuration. */
  readonly jobs?: readonly object[];
  /** Alerts in addition to the rule files. */
  readonly rules?: readonly { readonly alert: string; readonly expr: string }[];
}

/** Starts a Prometheus on loopback. It scrapes the services and evaluates the rules. */
export async function startPrometheus(
  program: string,
  { targets, interval = '1s', ruleFiles = ourRules, jobs = [], rules = [] }: PrometheusOptions,
): Promise<RunningPrometheus> {
  const directory = mkdtempSync(join(tmpdir(), 'spanhouse-test-prometheus-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const ofServices = Object.entries(targets).map(([job_name, address]) => ({
    job_name,
    static_configs: [{ targets: [new URL(address).host], labels: { namespace: 'test' } }],
  }));
  const scrape_configs = [...ofServices, ...jobs];
  const global = {
    scrape_interval: interval,
    scrape_timeout: interval,
    evaluation_interval: interval,
  };
  const moreRules = join(directory, 'rules.yml');
  writeFileSync(moreRules, JSON.stringify({ groups: [{ name: 'test', rules }] }));
  const rule_files = [ruleFiles, moreRules];
  const config = join(directory, 'prometheus.yml');
  // JSON is valid YAML.
  writeFileSync(config, JSON.stringify({ global, rule_files, scrape_configs }));
  const child = spawn(
    program,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
      '--enable-feature=exemplar-storage',
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  await waitUntil(
    'Prometheus answers at /-/ready',
    async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok,
  );
  return { url, get: (path, parameters) => get(`${url}/api/v1/${path}`, parameters), stop };
}

async function get(url: string, parameters: Readonly<Record<string, string>>): Promise<Json> {
  const response = await fetch(`${url}?${new URLSearchParams(parameters)}`);
  const { status, error, data } = (await response.json()) as Json;
  if (status !== 'success') {
    throw new Error(`${error}: ${JSON.stringify(parameters)}`);
  }
  return data;
}
