// npm run rules:check: the Prometheus rules against the metrics that exist, the runbook and their own tests.
// With a path: those of another copy of deploy/, docs/ and README.md.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkAlerts } from './rules/check-alerts.mjs';
import { checkMetrics } from './rules/check-metrics.mjs';
import { checkRunbook } from './rules/check-runbook.mjs';
import { readManifests } from './rules/read-manifests.mjs';
import { prometheusTools } from './tools/prometheus.mjs';

const run = promisify(execFile);
const root = resolve(process.argv[2] ?? new URL('..', import.meta.url).pathname);
const prometheusDir = join(root, 'deploy/prometheus');

function report(check, problems) {
  console.log(problems.length === 0 ? `ok      ${check}` : `FAILED  ${check}`);
  for (const problem of problems) console.log(`        ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function promtoolProblems(promtool, args) {
  try {
    await run(promtool, args, { cwd: prometheusDir });
    return [];
  } catch ({ stdout = '', stderr = '' }) {
    return `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  }
}

async function checkWithPromtool() {
  const tool = await prometheusTools().catch((error) => error);
  if (tool instanceof Error) {
    console.log(`SKIPPED: promtool: ${tool.message}`);
    if (process.env.CI === 'true') process.exitCode = 1;
    return;
  }
  const tests = readdirSync(join(prometheusDir, 'tests')).map((file) => join('tests', file));
  const checks = {
    'promtool check config': ['check', 'config', '--lint=all', '--lint-fatal', 'prometheus.yml'],
    'promtool test rules': ['test', 'rules', ...tests],
  };
  for (const [check, args] of Object.entries(checks)) {
    report(check, await promtoolProblems(tool.promtool, args));
  }
}

const manifests = readManifests(root);
report(
  'every metric, label and value that a rule or a test names is exported',
  checkMetrics(manifests),
);
report('every alert has severity, texts, a runbook section and tests', checkAlerts(manifests));
report('every metric and setting that the runbook names is there', checkRunbook(manifests));
if (process.exitCode !== 1) await checkWithPromtool();
