import { holds } from '../check/check-ledger.js';
import type { ChaosReport } from '../run/run-chaos.js';
import { countsOf, faultsOf, seconds } from './describe-load.js';

/**
 * Returns true if a run kept the promise: every span has its expected outcome, every answer was exact, and every fault
 * ended.
 */
export function hasKeptPromise({ verdict, complaints, faultReports }: ChaosReport): boolean {
  return (
    holds(verdict) &&
    complaints.length === 0 &&
    faultReports.every(({ recoveryMs }) => recoveryMs !== undefined)
  );
}

/** Describes a run in a few lines, with every violation of the promise. */
export function describeRun(report: ChaosReport): string {
  const { form, seed, faultReports } = report;
  const faults = faultReports.map(
    ({ name, atMs, holdMs, stallMs, recoveryMs }) =>
      `  ${name} at ${seconds(atMs)} for ${seconds(holdMs)}: no write accepted for ${seconds(stallMs)}, ` +
      (recoveryMs === undefined ? 'NOT RECOVERED' : `recovered after ${seconds(recoveryMs)}`),
  );
  return [
    `${form}, seed ${seed}: ${hasKeptPromise(report) ? 'kept' : 'BROKEN'}; ${countsOf(report)}`,
    ...faults,
    ...faultsOf(report),
  ].join('\n');
}
