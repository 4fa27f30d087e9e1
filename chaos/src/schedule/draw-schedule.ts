import {
  createSeededRandom,
  type SeededRandom,
} from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { type FaultName, type Form, faultKinds, faultsOf } from './fault-kinds.js';

/** One fault of a schedule. Times are in milliseconds from the start of the load. */
export interface Fault {
  readonly name: FaultName;
  /** The earliest time of the fault: it also waits until the system has recovered from the previous one. */
  readonly atMs: number;
  /** How long the fault lasts before it is undone. */
  readonly holdMs: number;
  /** Chooses one of several equal parts: its remainder by their number. */
  readonly target: number;
}

export interface ScheduleOptions {
  readonly form: Form;
  readonly seed: number;
  /** The number of faults. */
  readonly faults: number;
  /** The time for the faults, without the recovery from the last one. */
  readonly loadMs: number;
}

/** Before the first fault, the system takes a load without faults. */
const QUIET_MS = 1500;
const TARGETS = 1_000_000;

/**
 * Draws the faults of a run. The same options give the same schedule.
 *
 * Consecutive seeds deal the faults of a form like cards, from shuffled packs that contain each fault once. So a
 * number of runs with consecutive seeds contains every fault about equally often, whatever the first seed is.
 */
export function drawSchedule({ form, seed, faults, loadMs }: ScheduleOptions): readonly Fault[] {
  const random = createSeededRandom(seed);
  const slotMs = (loadMs - QUIET_MS) / faults;
  return Array.from({ length: faults }, (_, index) => {
    const name = dealtFault(form, seed * faults + index);
    const [shortest, longest] = faultKinds[name].holdMs;
    return {
      name,
      atMs: Math.round(QUIET_MS + index * slotMs + random.below(1 + slotMs / 3)),
      holdMs: shortest + random.below(1 + longest - shortest),
      target: random.below(TARGETS),
    };
  });
}

function dealtFault(form: Form, index: number): FaultName {
  const names = faultsOf(form);
  const pack = shuffled(names, createSeededRandom(Math.floor(index / names.length)));
  return pack[index % names.length] as FaultName;
}

function shuffled<Item>(items: readonly Item[], random: SeededRandom): readonly Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as Item);
}
