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
import { impossibleFaults, startForm } from './run/start-form.js';
import { drawSchedule } from './schedule/draw-schedule.js';
import {
  type FaultName,
  type Form,
  faultKinds,
  isFaultName,
  kindOf,
} from './schedule/fault-kinds.js';
import type { System } from './system/system.js';

const { values } = parseArgs({
  options: {
    form: { type: 'string' },
    fault: { type: 'string' },
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

const only = chosenFault();

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
for (const [form] of chosenForms()) {
  for (const name of impossibleFaults(form)) {
    say(`not drawn, because a process may not mount a disk here: ${name}`);
  }
}
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
    (values.form === undefined ? values.short || form !== 'services' : form === values.form) &&
    (only === undefined || kindOf(only).forms.includes(form as Form));
  const chosen = lengths.filter(isChosen) as [Form, RunLength][];
  if (chosen.length === 0) {
    throw new Error(
      `--form must be one of ${lengths.map(([form]) => form).join(', ')}, with the fault`,
    );
  }
  return chosen;
}

function chosenFault(): FaultName | undefined {
  const { fault } = values;
  if (fault !== undefined && !isFaultName(fault)) {
    throw new Error(`--fault must be one of ${Object.keys(faultKinds).join(', ')}`);
  }
  return fault;
}

/** The data and the logs of a run that breaks the promise or fails are kept. */
async function runOnce(form: Form, length: RunLength & { readonly seed: number }): Promise<void> {
  const options = { form, ...length, only, without: impossibleFaults(form) };
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-chaos-'));
  try {
    const system = await startForm(form, dir, drawSchedule(options));
    running = system;
    const report = await runChaos(system, options).finally(() => system.close());
    reports.push(report);
    say(describeRun(report));
    if (hasKeptPromise(report)) {
      rmSync(dir, { recursive: true, force: true });
      return;
    }
  } catch (error) {
    say(`${form}, seed ${length.seed}: FAILED: ${error instanceof Error ? error.stack : error}`);
  }
  say(`  data and logs are in ${dir}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
