import { createStore } from '../../parts/store.js';

/** Opens the form that saves the query of the page; undefined on pages that cannot be saved. */
export const openSave = createStore<(() => void) | undefined>(undefined);
