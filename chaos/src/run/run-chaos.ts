import { drawSchedule, type Fault, type ScheduleOptions } from '../schedule/draw-schedule.js';
import { kindOf } from '../schedule/fault-kinds.js';
import type { System } from '../system/system.js';
import { type FaultReport, runFaults } from './run-faults.js';
import { type LoadReport, runLoad } from './run-load.js';

export interface ChaosReport extends ScheduleOptions, LoadReport {
  readonly faultReports: readonly FaultReport[];
}

const REQUESTS_PER_SECOND = 20;

/** Runs one load under faults. By default, the seed determines the faults. */
export async function runChaos(
  system: System,
  options: ScheduleOptions,
  schedule: readonly Fault[] = drawSchedule(options),
): Promise<ChaosReport> {
  const load = {
    seed: options.seed,
    requestsPerSecond: REQUESTS_PER_SECOND,
    hasEdits: isOrderKept(system, schedule),
  };
  const { result, ...found } = await runLoad(system, load, (sender) =>
    runFaults(system, schedule, sender),
  );
  return { ...options, ...found, faultReports: result };
}

/**
 * Returns false if a fault shifts the clock of one of several gateways. In that case the order of two versions of a
 * span is not guaranteed.
 */
function isOrderKept({ gateways }: System, schedule: readonly Fault[]): boolean {
  return gateways.length === 1 || !schedule.some(({ name }) => kindOf(name).disordersVersions);
}
