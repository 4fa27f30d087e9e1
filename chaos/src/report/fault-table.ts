import type { ChaosReport } from '../run/run-chaos.js';
import { type FaultName, faultKinds } from '../schedule/fault-kinds.js';
import { seconds } from './describe-load.js';
import { markdownTable } from './markdown-table.js';

const head = [
  'fault',
  'runs',
  'lost',
  'duplicated',
  'recovery, median / longest',
  'no write accepted, longest',
];

/**
 * Returns a table with one row for each fault that occurred. Lost and duplicated spans are summed over all runs with
 * the fault.
 */
export function faultTable(reports: readonly ChaosReport[]): string {
  const names = Object.keys(faultKinds) as FaultName[];
  const rows = names.flatMap((name) => {
    const runs = reports.filter(({ faultReports }) =>
      faultReports.some((fault) => fault.name === name),
    );
    return runs.length === 0 ? [] : [rowOf(name, runs)];
  });
  return markdownTable(head, rows);
}

function rowOf(name: FaultName, runs: readonly ChaosReport[]): readonly string[] {
  const faults = runs.flatMap(({ faultReports }) =>
    faultReports.filter((fault) => fault.name === name),
  );
  const recoveries = faults.map(({ recoveryMs = Number.POSITIVE_INFINITY }) => recoveryMs);
  const sorted = recoveries.toSorted((left, right) => left - right);
  return [
    faultKinds[name].title,
    String(runs.length),
    String(sum(runs.map(({ verdict }) => verdict.lost.length))),
    String(sum(runs.map(({ verdict }) => verdict.duplicated.length))),
    `${timeOf(sorted[Math.floor(sorted.length / 2)])} / ${timeOf(sorted.at(-1))}`,
    seconds(Math.max(...faults.map(({ stallMs }) => stallMs))),
  ];
}

function timeOf(ms = 0): string {
  return Number.isFinite(ms) ? seconds(ms) : 'never';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
