import { createStore } from './store.js';

/** Start of the selected row. The window picker offers it as the time to look around. */
export const selectedMoment = createStore<string | undefined>(undefined);
