import { createStore } from './store.js';

/** The start of the selected row, which the picker of the window offers as the moment to look around. */
export const selectedMoment = createStore<string | undefined>(undefined);
