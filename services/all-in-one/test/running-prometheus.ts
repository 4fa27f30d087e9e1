import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from './http-client.js';
import { freePort } from './running-spanhouse.js';

const REPOSITORY = new URL('../../../', `file://${__dirname}/`).pathname;
const OUR_RULES = `${REPOSITORY}deploy/prometheus/rules/*.yml`;
const READY_TIMEOUT_MS = 180_000;

export interface RunningPrometheus {
  /** The answer of /api/v1/… Throws what Prometheus says against it. */
  get(path: string, parameters: Readonly<Record<string, string>>): Promise<Json>;
  stop(): Promise<void>;
}

/** For `describeWithBackend`: PROMETHEUS is where the program is, or stays unset where it cannot be had. */
export function findPrometheus(): void {
  const find = `import { prometheusTools } from '${REPOSITORY}scripts/tools/prometheus.mjs';
    process.stdout.write((await prometheusTools()).prometheus);`;
  try {
    process.env['PROMETHEUS'] ??= execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', find],
      { encoding: 'utf8' },
    );
  } catch (error) {
    process.stderr.write(`No Prometheus in this run: ${String(error)}\n`);
  }
}

export interface PrometheusOptions {
  /** Address of each job. */
  readonly targets: Readonly<Record<string, string>>;
  /** How often it scrapes and evaluates. Default: every second. */
  readonly interval?: string;
  /** Default: those of deploy/prometheus. */
  readonly ruleFiles?: string;
  /** Beside those. */
  readonly rules?: readonly { readonly alert: string; readonly expr: string }[];
}

/** A Prometheus on loopback that scrapes our services and evaluates our rules. */
export async function startPrometheus(
  program: string,
  { targets, interval = '1s', ruleFiles = OUR_RULES, rules = [] }: PrometheusOptions,
): Promise<RunningPrometheus> {
  const directory = mkdtempSync(join(tmpdir(), 'spanhouse-test-prometheus-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const scrape_configs = Object.entries(targets).map(([job_name, address]) => ({
    job_name,
    static_configs: [{ targets: [new URL(address).host], labels: { namespace: 'test' } }],
  }));
  const global = {
    scrape_interval: interval,
    scrape_timeout: interval,
    evaluation_interval: interval,
  };
  const moreRules = join(directory, 'rules.yml');
  writeFileSync(moreRules, JSON.stringify({ groups: [{ name: 'test', rules }] }));
  const rule_files = [ruleFiles, moreRules];
  const config = join(directory, 'prometheus.yml');
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ global, rule_files, scrape_configs }));
  const child = spawn(
    program,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
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
  await untilReady(`${url}/-/ready`);
  return { get: (path, parameters) => get(`${url}/api/v1/${path}`, parameters), stop };
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    if (Date.now() > deadline) throw new Error('Prometheus does not become ready');
    await delay(100);
  }
}

async function get(url: string, parameters: Readonly<Record<string, string>>): Promise<Json> {
  const response = await fetch(`${url}?${new URLSearchParams(parameters)}`);
  const { status, error, data } = (await response.json()) as Json;
  if (status !== 'success') throw new Error(`${error}: ${JSON.stringify(parameters)}`);
  return data;
}
