import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const CHART = join(ROOT, 'deploy/helm/spanhouse');
const NODE_FLAGS = ['--conditions=@spanhouse/source', '--import', 'tsx'];

/** Problems by value set, and under `chart` those of all together. */
export type HelmProblems = Readonly<Record<string, readonly string[]>>;

export interface Edit {
  /** In the chart. */
  readonly file: string;
  /** Replaced wherever it stands; absent = `to` is added to the file. */
  readonly from?: string;
  readonly to: string;
}

function run(args: readonly string[]) {
  const script = join(ROOT, 'scripts/helm-check.mjs');
  return spawnSync(process.execPath, [...NODE_FLAGS, script, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Why there can be no check here; undefined once its tools are there. Compiles them the first time. */
export function whyNoHelm(): string | undefined {
  const { status, stderr } = run(['--tools']);
  return status === 0 ? undefined : stderr;
}

export function checkChart(chart = CHART): HelmProblems {
  const { stdout, stderr } = run(['--json', '--chart', chart]);
  try {
    return JSON.parse(stdout);
  } catch (cause) {
    throw new Error(`the check ended early: ${stderr}`, { cause });
  }
}

/** The folder of a copy of the chart. Throws when an edit changes nothing. */
export function editedChart(edits: readonly Edit[]): string {
  const copy = join(mkdtempSync(join(tmpdir(), 'spanhouse-chart-')), 'spanhouse');
  cpSync(CHART, copy, { recursive: true });
  for (const { file, from, to } of edits) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    const edited = from === undefined ? `${text}\n${to}\n` : text.replaceAll(from, to);
    if (edited === text) throw new Error(`${file} has no ${from}`);
    writeFileSync(path, edited);
  }
  return copy;
}

export const valueSets = [
  'all-in-one',
  'all-in-one-public',
  'clickhouse-cluster',
  'default',
  'gateway-api-keda-monitoring',
  'ingress',
  'production',
];
