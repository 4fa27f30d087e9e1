// `npm run rules:check`: compares the Prometheus rules with the existing metrics and the runbook, and runs the tests of
// the rules. An argument names another copy of deploy/ and docs/.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { findTool, finish, hasFailed, report } from './report.mjs';
import { checkAlerts } from './rules/check-alerts.mjs';
import { checkMetrics } from './rules/check-metrics.mjs';
import { checkRunbook } from './rules/check-runbook.mjs';
import { promtool } from './tools/programs.mjs';

const run = promisify(execFile);
const root = resolve(process.argv[2] ?? new URL('..', import.meta.url).pathname);
const prometheusDir = join(root, 'deploy/prometheus');

async function promtoolProblems(promtool, args) {
  try {
    await run(promtool, args, { cwd: prometheusDir });
    return [];
  } catch ({ stdout = '', stderr = '' }) {
    return `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  }
}

// Checks only the syntax, because a complete check reads a key file that exists only in the container.
const checkConfig = ['check', 'config', '--syntax-only', 'prometheus.yml'];
const checkRules = ['check', 'rules', '--lint=all', '--lint-fatal'];
const promtoolCheck = 'promtool accepts the configuration, and the tests of the rules pass';

async function checkWithPromtool() {
  const tool = await findTool(promtoolCheck, promtool);
  if (tool === undefined) {
    return;
  }
  report(promtoolCheck, [
    ...(await promtoolProblems(tool, checkConfig)),
    ...(await promtoolProblems(tool, [...checkRules, ...filesOf('rules')])),
    ...(await promtoolProblems(tool, ['test', 'rules', ...filesOf('tests')])),
  ]);
}

function filesOf(folder) {
  return readdirSync(join(prometheusDir, folder)).map((file) => join(folder, file));
}

function text(...path) {
  return readFileSync(join(root, ...path), 'utf8');
}

function parseFolder(name) {
  return readdirSync(join(prometheusDir, name)).map((file) =>
    parse(text('deploy/prometheus', name, file)),
  );
}

const manifests = {
  rules: parseFolder('rules').flatMap(({ groups }) => groups.flatMap(({ rules }) => rules)),
  tests: parseFolder('tests').flatMap(({ tests }) => tests),
  runbook: text('deploy/runbook.md'),
  metrics: text('docs/metrics.md'),
  settings: text('docs/configuration.md'),
};
report(
  'every metric, label and value that a rule or a test names is exported',
  checkMetrics(manifests),
);
report('every alert has a severity, texts, a runbook section and tests', checkAlerts(manifests));
report('every metric and setting that the runbook names exists', checkRunbook(manifests));
if (!hasFailed()) {
  await checkWithPromtool();
}
finish();
