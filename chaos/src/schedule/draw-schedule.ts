import {
  createSeededRandom,
  type SeededRandom,
} from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { type FaultName, type Form, faultKinds, faultsOf, recoversSlowly } from './fault-kinds.js';

/** A fault in a schedule. Times are in milliseconds from the start of the load. */
export interface Fault {
  readonly name: FaultName;
  /** The earliest time of the fault. The fault also waits until the system has recovered from the previous fault. */
  readonly atMs: number;
  /** The time until the fault is undone. */
  readonly holdMs: number;
  /** A number that selects one of several equivalent parts, by its remainder modulo the number of parts. */
  readonly target: number;
}

export interface ScheduleOptions {
  readonly form: Form;
  readonly seed: number;
  readonly faults: number;
  /** The time that the faults take, without the recovery from the last fault. */
  readonly loadMs: number;
  /** If set, only this fault is drawn. */
  readonly only?: FaultName | undefined;
  /** Faults that this machine cannot inject. */
  readonly without?: readonly FaultName[] | undefined;
}

/** Time for which the system runs under load before the first fault. */
const QUIET_MS = 1500;
const TARGETS = 1_000_000;

/** Minimum number of occurrences of each fault in any 50 runs with consecutive seeds. */
export const drawn = { runs: 50, atLeast: 5 } as const;

/**
 * Draws the faults of a run. The same options give the same schedule. Runs with consecutive seeds take their faults
 * from packs, as cards are dealt from a pack. Each pack contains every fault of a form once. The order differs between
 * packs, but only slightly, so that any 50 runs with consecutive seeds contain every fault often enough.
 */
export function drawSchedule(options: ScheduleOptions): readonly Fault[] {
  const { seed, faults, loadMs } = options;
  const names = drawnFaults(options);
  const spread = Math.floor((drawn.runs * faults - drawn.atLeast * names.length) / 2);
  const random = createSeededRandom(seed);
  const slotMs = (loadMs - QUIET_MS) / faults;
  return Array.from({ length: faults }, (_, index) => {
    const dealt = seed * faults + index;
    const pack = packOf(names, Math.floor(dealt / names.length), Math.max(0, spread));
    const name = pack[dealt % names.length] as FaultName;
    const [shortest, longest] = faultKinds[name].holdMs;
    return {
      name,
      atMs: Math.round(QUIET_MS + index * slotMs + random.below(1 + slotMs / 3)),
      holdMs: shortest + random.below(1 + longest - shortest),
      target: random.below(TARGETS),
    };
  });
}

function drawnFaults({ form, only, without = [] }: ScheduleOptions): readonly FaultName[] {
  return only === undefined ? faultsOf(form).filter((name) => !without.includes(name)) : [only];
}

/**
 * Returns a pack in which each fault is at most about `spread` positions away from its position in the first pack.
 * Faults with a slow recovery are evenly spaced, so that no run contains many of them.
 */
function packOf(names: readonly FaultName[], number: number, spread: number): readonly FaultName[] {
  const random = createSeededRandom(number);
  const first = shuffled(names, createSeededRandom(names.length));
  const kinds = [first.filter(recoversSlowly), first.filter((name) => !recoversSlowly(name))];
  return kinds
    .flatMap((kind) => {
      const moves = Math.floor((spread * kind.length) / names.length);
      const moved = jittered(kind, moves, random);
      return moved.map((name, index) => ({ name, position: (index + 1 / 2) / kind.length }));
    })
    .toSorted((left, right) => left.position - right.position)
    .map(({ name }) => name);
}

function jittered<Item>(
  items: readonly Item[],
  moves: number,
  random: SeededRandom,
): readonly Item[] {
  return items
    .map((item, position) => ({ item, position: position + random.below(moves + 1) }))
    .toSorted((left, right) => left.position - right.position)
    .map(({ item }) => item);
}

function shuffled<Item>(items: readonly Item[], random: SeededRandom): readonly Item[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as Item);
}
