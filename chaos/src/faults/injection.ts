import type { Part, Role, System } from '../system/system.js';

/**
 * Undoes a fault: starts stopped processes and resumes frozen ones. It MAY resolve before the processes are ready. It
 * rejects if the fault did not have its intended effect.
 */
export type Undo = () => Promise<void>;

/** Injects a fault, and resolves once the fault has taken effect. `target` selects one of several equivalent parts. */
export type Injection = (system: System, target: number) => Promise<Undo>;

export type Harm = (part: Part) => Promise<Undo>;

export function one(role: Role, harm: Harm): Injection {
  return (system, target) => harm(chosen(system.parts(role), target));
}

export function every(role: Role, harm: Harm): Injection {
  return (system) => harmAll(system.parts(role), harm);
}

export async function harmAll(parts: readonly Part[], harm: Harm): Promise<Undo> {
  const undos = await Promise.all(parts.map(harm));
  return async () => void (await Promise.all(undos.map((undo) => undo())));
}

export function chosen<Item>(items: readonly Item[], target: number): Item {
  const item = items[target % items.length];
  if (item === undefined) {
    throw new Error('this form has no such part');
  }
  return item;
}
