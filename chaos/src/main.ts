// `npm run chaos`: starts Spanhouse on loopback, sends numbered spans while faults happen, and checks at the end that
// every accepted span is found exactly once. chaos/README.md describes the options.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeRun, hasKeptPromise } from './report/describe-run.js';
import { faultTable } from './report/fault-table.js';
import { type ChaosReport, runChaos } from './run/run-chaos.js';
import { type RunLength, shortLengths, usualLengths } from './run/run-lengths.js';
import { startForm } from './run/start-form.js';
import type { Form } from './schedule/fault-kinds.js';
import type { System } from './system/system.js';

const { values } = parseArgs({
  options: {
    form: { type: 'string' },
    runs: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    short: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const firstSeed = Number(values.seed);
if (!(Number.isSafeInteger(runs) && Number.isSafeInteger(firstSeed) && firstSeed >= 0)) {
  throw new Error('--runs and --seed must be integers');
}

let running: System | undefined;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (isStopping) {
      process.exit(1);
    }
    isStopping = true;
    void Promise.resolve(running?.close()).finally(() => process.exit(1));
  });
}

const reports: ChaosReport[] = [];
for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
  for (const [form, length] of chosenForms()) {
    await runOnce(form, { seed, ...length });
  }
}
say(`\n${faultTable(reports)}`);
if (reports.length < runs * chosenForms().length || !reports.every(hasKeptPromise)) {
  process.exitCode = 1;
}

function chosenForms(): readonly (readonly [Form, RunLength])[] {
  const lengths = Object.entries(values.short ? shortLengths : usualLengths);
  const isChosen = ([form]: readonly [string, RunLength]) =>
    values.form === undefined ? values.short || form !== 'services' : form === values.form;
  const chosen = lengths.filter(isChosen) as [Form, RunLength][];
  if (chosen.length === 0) {
    throw new Error(`--form must be one of ${lengths.map(([form]) => form).join(', ')}`);
  }
  return chosen;
}

/** The data and the logs of a run that breaks the promise or fails are kept. */
async function runOnce(form: Form, options: RunLength & { readonly seed: number }): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-chaos-'));
  try {
    const system = await startForm(form, dir);
    running = system;
    const report = await runChaos(system, { form, ...options }).finally(() => system.close());
    reports.push(report);
    say(describeRun(report));
    if (hasKeptPromise(report)) {
      rmSync(dir, { recursive: true, force: true });
      return;
    }
  } catch (error) {
    say(`${form}, seed ${options.seed}: FAILED: ${error instanceof Error ? error.stack : error}`);
  }
  say(`  data and logs are in ${dir}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
