import { createStore } from '../parts/store.js';

/** The time of the API up to which the last list or count sees everything that is stored. */
export const visibleTo = createStore<string | undefined>(undefined);
