import { holds } from '../check/check-ledger.js';
import type { ChaosReport } from '../run/run-chaos.js';

const SHOWN_KEYS = 5;
const MS_PER_SECOND = 1000;

/** Whether a run kept the promise: every span is where it belongs, every answer was exact, and every fault ended. */
export function hasKeptPromise({ verdict, complaints, faultReports }: ChaosReport): boolean {
  return (
    holds(verdict) &&
    complaints.length === 0 &&
    faultReports.every(({ recoveryMs }) => recoveryMs !== undefined)
  );
}

/** Describes a run in a few lines, with what breaks the promise. */
export function describeRun(report: ChaosReport): string {
  const { form, seed, verdict, answers, complaints, faultReports } = report;
  const faults = faultReports.map(
    ({ name, atMs, holdMs, stallMs, recoveryMs }) =>
      `  ${name} at ${seconds(atMs)} for ${seconds(holdMs)}: no write accepted for ${seconds(stallMs)}, ` +
      (recoveryMs === undefined ? 'NOT RECOVERED' : `recovered after ${seconds(recoveryMs)}`),
  );
  const broken = (['lost', 'duplicated', 'outdated', 'unwanted'] as const)
    .filter((fault) => verdict[fault].length > 0)
    .map((fault) => `  ${fault}: ${verdict[fault].slice(0, SHOWN_KEYS).join(' ')}`);
  const unclear = complaints
    .slice(0, SHOWN_KEYS)
    .map((complaint) => `  unclear answer: ${complaint}`);
  return [
    `${form}, seed ${seed}: ${hasKeptPromise(report) ? 'kept' : 'BROKEN'}; spans: ${verdict.accepted} accepted, ` +
      `${verdict.deleted} deleted, ${verdict.unresolved} unresolved, ${verdict.lost.length} lost, ` +
      `${verdict.duplicated.length} duplicated, ${verdict.outdated.length} outdated, ${verdict.unwanted.length} unwanted; ` +
      `attempts: ${answers.accepted} accepted, ${answers.refused} refused, ${answers.open} without a clear answer`,
    ...faults,
    ...broken,
    ...unclear,
  ].join('\n');
}

export function seconds(ms: number): string {
  return `${(ms / MS_PER_SECOND).toFixed(1)} s`;
}
