import type { JsonValue } from '@spanhouse/span-schema';
import { KeyBudget } from '../submission/key-budget.js';
import { RequestTooComplex } from '../submission/request-too-complex.js';

/**
 * The number of values that the keys of a request may still create. The 6 bytes of `a.9999` create 10,000 elements, and
 * the 7 bytes of `a.b.c.d` create three objects. Without limits, a small body could fill the memory.
 */
export interface UnfoldBudget {
  /** Array elements that fill skipped indexes. If a key needs more, its value loses. */
  elementsLeft: number;
  /** Objects and arrays. If a request needs more, it is refused. */
  containersLeft: number;
  /** The budget of keys that are not in the cache. */
  readonly keys: KeyBudget;
}

const GAP_ELEMENTS_PER_REQUEST = 1_000_000;
const CONTAINERS_PER_REQUEST = 10_000;
/**
 * Number of characters in keys that allow one more container. Keys of real spans have more characters for each object
 * that they create.
 */
const CHARACTERS_PER_CONTAINER = 12;
/** Number of characters of new keys that cost one container. Objects with new names are more expensive than others. */
const CHARACTERS_PER_NEW_CONTAINER = 24;
/** Containers that an array counts as. Its first element reserves memory for 16 more. */
const CONTAINERS_PER_ARRAY = 3;

export function createUnfoldBudget(): UnfoldBudget {
  return {
    elementsLeft: GAP_ELEMENTS_PER_REQUEST,
    containersLeft: CONTAINERS_PER_REQUEST,
    keys: new KeyBudget(),
  };
}

/** Takes a key that is not in the cache from the budget. Throws RequestTooComplex. */
export function takeNewKey(budget: UnfoldBudget, key: string, value: JsonValue): void {
  budget.keys.take(key, value);
  budget.containersLeft -= key.length / CHARACTERS_PER_NEW_CONTAINER;
}

/** Adds to the budget the containers that a key may create, which depend on its length. */
export function earnContainers(budget: UnfoldBudget, key: string): void {
  budget.containersLeft += key.length / CHARACTERS_PER_CONTAINER;
}

/** Subtracts the cost of the container from the budget. Throws RequestTooComplex. */
export function takeObject(budget: UnfoldBudget): void {
  takeContainers(budget, 1);
}

/** Subtracts the cost of the container from the budget. Throws RequestTooComplex. */
export function takeArray(budget: UnfoldBudget): void {
  takeContainers(budget, CONTAINERS_PER_ARRAY);
}

function takeContainers(budget: UnfoldBudget, count: number): void {
  budget.containersLeft -= count;
  if (budget.containersLeft < 0) {
    const reason = 'The dotted keys of the request create too many objects.';
    throw new RequestTooComplex('containers', reason);
  }
}
