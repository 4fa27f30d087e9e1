import type { JsonValue } from '@spanhouse/span-schema';
import { KeyBudget } from '../submission/key-budget.js';
import { RequestTooComplex } from '../submission/request-too-complex.js';

/**
 * The values that the keys of a request may still create. `a.9999` is 6 bytes that become 10,000 elements, and
 * `a.b.c.d` is 7 bytes that become three objects. Without bounds, a small body could fill the memory.
 */
export interface UnfoldBudget {
  /** Array elements that skipped indexes create. A key above the bound loses. */
  elementsLeft: number;
  /** Objects and arrays. Above the bound the request is refused. */
  containersLeft: number;
  /** The keys that are in no cache. */
  readonly keys: KeyBudget;
}

const GAP_ELEMENTS_PER_REQUEST = 1_000_000;
const CONTAINERS_PER_REQUEST = 10_000;
/** The keys of real spans have more characters for each object that they create. */
const CHARACTERS_PER_CONTAINER = 12;
/** Objects whose names are new cost more than others. */
const CHARACTERS_PER_NEW_CONTAINER = 24;
/** The first element of an array reserves room for 16 more. */
const CONTAINERS_PER_ARRAY = 3;

/** Creates the budget of one request. */
export function createUnfoldBudget(): UnfoldBudget {
  return {
    elementsLeft: GAP_ELEMENTS_PER_REQUEST,
    containersLeft: CONTAINERS_PER_REQUEST,
    keys: new KeyBudget(),
  };
}

/** Takes a key that was not split before. Throws RequestTooComplex. */
export function takeNewKey(budget: UnfoldBudget, key: string, value: JsonValue): void {
  budget.keys.take(key, value);
  budget.containersLeft -= key.length / CHARACTERS_PER_NEW_CONTAINER;
}

/** Adds the containers that a key may create according to its length. */
export function earnContainers(budget: UnfoldBudget, key: string): void {
  budget.containersLeft += key.length / CHARACTERS_PER_CONTAINER;
}

/** Throws RequestTooComplex. */
export function takeObject(budget: UnfoldBudget): void {
  takeContainers(budget, 1);
}

/** Throws RequestTooComplex. */
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
