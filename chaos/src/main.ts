// `npm run chaos` starts Spanhouse on loopback and sends numbered spans while faults happen. At the end, it checks that
// reads find every accepted span exactly once. chaos/README.md describes the options.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seconds } from './report/describe-load.js';
import { describeRun, hasKeptPromise } from './report/describe-run.js';
import { faultTable } from './report/fault-table.js';
import {
  defaultFrom,
  defaultMinutes,
  type FinishedRun,
  lostTopic,
  type NamedRunOptions,
  namedRuns,
} from './run/named-runs.js';
import { type ChaosReport, runChaos } from './run/run-chaos.js';
import { type RunLength, shortLengths, usualLengths } from './run/run-lengths.js';
import { impossibleFaults, needDisks, startForm } from './run/start-form.js';
import { drawSchedule, type ScheduleOptions } from './schedule/draw-schedule.js';
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
    run: { type: 'string' },
    form: { type: 'string' },
    fault: { type: 'string' },
    minutes: { type: 'string', default: String(defaultMinutes) },
    from: { type: 'string', default: defaultFrom },
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
const minutes = Number(values.minutes);
const named = values.run === undefined ? undefined : namedRuns[values.run];
if (!(minutes > 0) || (values.run !== undefined && named === undefined)) {
  throw new Error(`--run must be one of ${Object.keys(namedRuns).join(', ')}, for some --minutes`);
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
    if (running === undefined) {
      say('If an installation is still starting, it is stopped once it runs.');
      return;
    }
    void running.close().finally(() => process.exit(1));
  });
}

const reports: ChaosReport[] = [];
for (const [form] of chosenForms()) {
  for (const name of impossibleFaults(form)) {
    say(`not drawn, because a process may not mount a disk here: ${name}`);
  }
}
let kept = 0;
for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
  for (const [form, length] of chosenForms()) {
    if (!isStopping) {
      await runOnce(form, { seed, ...length });
    }
  }
}
if (reports.length > 0) {
  say(`\n${faultTable(reports)}`);
}
if (kept < runs * chosenForms().length) {
  process.exitCode = 1;
}

function chosenForms(): readonly (readonly [Form, RunLength])[] {
  const lengths = Object.entries(values.short ? shortLengths : usualLengths);
  const isChosen = ([form]: readonly [string, RunLength]) =>
    (values.form === undefined ? values.short || form !== 'services' : form === values.form) &&
    (only === undefined || kindOf(only).forms.includes(form as Form)) &&
    (values.run !== lostTopic || form !== 'embedded');
  const chosen = lengths.filter(isChosen) as [Form, RunLength][];
  if (chosen.length === 0) {
    throw new Error(
      `--form must be one of ${lengths.map(([form]) => form).join(', ')}, with the fault or the run`,
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

/**
 * Performs one run on the given form of installation. If the run fails or breaks the promise, its data and logs are
 * kept.
 */
async function runOnce(form: Form, length: RunLength & { readonly seed: number }): Promise<void> {
  const options = { form, ...length, only, without: impossibleFaults(form) };
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-chaos-'));
  const beganAt = performance.now();
  let isKept = false;
  try {
    const run = named ?? runDrawn;
    const onStart = (system: System) => {
      running = system;
      if (isStopping) {
        throw new Error('stopped');
      }
    };
    const common = { form, dir, minutes, from: values.from, onStart };
    const finished = await run({ ...common, ...options });
    isKept = finished.isKept;
    reports.push(...(finished.report === undefined ? [] : [finished.report]));
    say(finished.text);
  } catch (error) {
    say(`${form}, seed ${options.seed}: FAILED: ${describe(error)}`);
  }
  if (!(await hasClosed())) {
    isKept = false;
  }
  say(`  took ${seconds(performance.now() - beganAt)}`);
  if (isKept) {
    kept += 1;
    rmSync(dir, { recursive: true, force: true });
  } else {
    say(`  data and logs are in ${dir}`);
  }
}

/** Stops the system. Resolves with false if a process does not exit cleanly. */
async function hasClosed(): Promise<boolean> {
  try {
    await running?.close();
    return true;
  } catch (error) {
    say(`  FAILED at the end: ${describe(error)}`);
    return false;
  } finally {
    running = undefined;
  }
}

function describe(error: unknown): string {
  return String(error instanceof Error ? error.stack : error);
}

async function runDrawn(options: NamedRunOptions & ScheduleOptions): Promise<FinishedRun> {
  const { dir, onStart, form, seed, faults, loadMs, only, without } = options;
  const drawn = { form, seed, faults, loadMs, only, without };
  const hasSmallDisks = needDisks(drawSchedule(drawn));
  const system = await startForm(form, { dir, hasSmallDisks });
  onStart(system);
  const report = await runChaos(system, drawn);
  return { text: describeRun(report), isKept: hasKeptPromise(report), report };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
