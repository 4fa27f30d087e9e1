import { describeLostTopic, judgeLostTopic } from '../report/describe-lost-topic.js';
import { describePressure } from '../report/describe-pressure.js';
import { describeRun, hasKeptPromise } from '../report/describe-run.js';
import { describeUpgrade, judgeUpgrade } from '../report/describe-upgrade.js';
import { judgePressure } from '../report/judge-pressure.js';
import type { Form } from '../schedule/fault-kinds.js';
import { outageSchedule } from '../schedule/outages.js';
import { buildRelease, newMigrations, previousRelease } from '../system/previous-release.js';
import type { System } from '../system/system.js';
import { pressureSettings, runBackPressure } from './run-back-pressure.js';
import { type ChaosReport, runChaos } from './run-chaos.js';
import { runLostTopic } from './run-lost-topic.js';
import { runUpgrade } from './run-upgrade.js';
import { startForm } from './start-form.js';

export interface FinishedRun {
  readonly text: string;
  readonly isKept: boolean;
  /** The report of a run with faults, for the table that summarizes all runs. */
  readonly report?: ChaosReport;
}

export interface NamedRunOptions {
  readonly form: Form;
  readonly seed: number;
  readonly dir: string;
  /** Duration of an outage in minutes. */
  readonly minutes: number;
  /** The commit from which an upgrade starts. */
  readonly from: string;
  /** Receives the running system, and is responsible for closing it. */
  readonly onStart: (system: System) => void;
}

type NamedRun = (options: NamedRunOptions) => Promise<FinishedRun>;

export const defaultMinutes = 10;
export const defaultFrom = previousRelease;
const MS_PER_MINUTE = 60_000;

/** The name of a run that the embedded form does not have, because its log is not a topic. */
export const lostTopic = 'topic-recreated-undrained';

/** The runs whose schedule is fixed. */
export const namedRuns: Readonly<Record<string, NamedRun>> = {
  outage: async ({ form, seed, dir, minutes, onStart }) => {
    const system = await started(form, { dir }, onStart);
    const schedule = outageSchedule(form, { seed, holdMs: minutes * MS_PER_MINUTE });
    const loadMs = schedule.length * minutes * MS_PER_MINUTE;
    const options = { form, seed, faults: schedule.length, loadMs };
    const report = await runChaos(system, options, schedule);
    return { text: describeRun(report), isKept: hasKeptPromise(report), report };
  },
  'back-pressure': async ({ form, seed, dir, minutes, onStart }) => {
    const settings = pressureSettings({ form, minutes });
    const system = await started(form, { dir, settings }, onStart);
    const report = await runBackPressure(system, { form, seed, minutes });
    return { text: describePressure(report), isKept: judgePressure(report).length === 0 };
  },
  [lostTopic]: async ({ form, seed, dir, onStart }) => {
    const system = await started(form, { dir }, onStart);
    const report = await runLostTopic(system, { form, seed });
    return { text: describeLostTopic(report), isKept: judgeLostTopic(report).length === 0 };
  },
  upgrade: async ({ form, seed, dir, from, onStart }) => {
    const root = await buildRelease(from);
    const system = await started(form, { dir, root, queries: 2 }, onStart);
    const migrations = newMigrations(root);
    const report = await runUpgrade(system, { form, seed, migrations });
    return { text: describeUpgrade(report), isKept: judgeUpgrade(report).length === 0 };
  },
};

async function started(
  form: Form,
  options: Parameters<typeof startForm>[1],
  onStart: NamedRunOptions['onStart'],
): Promise<System> {
  const system = await startForm(form, options);
  onStart(system);
  return system;
}
