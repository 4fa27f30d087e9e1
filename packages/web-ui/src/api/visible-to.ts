import { createStore } from '../parts/store.js';

/** The API's time up to which the last list or count includes everything that is stored. */
export const visibleTo = createStore<string | undefined>(undefined);
