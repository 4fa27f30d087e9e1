import type { JsonValue } from '@spanhouse/span-schema';
import { KeyBudget } from '../submission/key-budget.js';
import { RequestTooComplex } from '../submission/request-too-complex.js';

/**
 * The number of values that the keys of a request may still create. Without limits, a small body could fill the memory:
 * the 6 bytes of `a.9999` create 10,000 elements, and the 7 bytes of `a.b.c.d` create three objects.
 */
export interface UnfoldBudget {
  /**
   * Number of array elements that may still be created for skipped indexes. If a key needs more, its value becomes a
   * losing value.
   */
  elementsLeft: number;
  /** Number of objects and arrays that may still be created. If a request needs more, it is refused. */
  containersLeft: number;
  /** The budget for keys that are not in the cache. */
  readonly keys: KeyBudget;
}

const GAP_ELEMENTS_PER_REQUEST = 1_000_000;
const CONTAINERS_PER_REQUEST = 10_000;
/**
 * Number of key characters for which one more container is allowed. Keys in real spans have more characters than this
 * for each object that they create.
 */
const CHARACTERS_PER_CONTAINER = 12;
/**
 * Number of characters in new keys that use up one container. New keys are charged because objects with new member
 * names are more expensive than other objects.
 */
const CHARACTERS_PER_NEW_CONTAINER = 24;
/** Number of containers that one array uses up, because its first element reserves memory for 16 more. */
const CONTAINERS_PER_ARRAY = 3;

export function createUnfoldBudget(): UnfoldBudget {
  return {
    elementsLeft: GAP_ELEMENTS_PER_REQUEST,
    containersLeft: CONTAINERS_PER_REQUEST,
    keys: new KeyBudget(),
  };
}

/** Charges the budget for a key that is not in the cache. Throws RequestTooComplex. */
export function takeNewKey(budget: UnfoldBudget, key: string, value: JsonValue): void {
  budget.keys.take(key, value);
  budget.containersLeft -= key.length / CHARACTERS_PER_NEW_CONTAINER;
}

/** Raises the number of containers that may be created, depending on the length of the key. */
export function earnContainers(budget: UnfoldBudget, key: string): void {
  budget.containersLeft += key.length / CHARACTERS_PER_CONTAINER;
}

/** Charges the budget for one object. Throws RequestTooComplex. */
export function takeObject(budget: UnfoldBudget): void {
  takeContainers(budget, 1);
}

/** Charges the budget for one array. Throws RequestTooComplex. */
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
