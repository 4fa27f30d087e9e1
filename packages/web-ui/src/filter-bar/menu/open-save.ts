import { createStore } from '../../parts/store.js';

/** Opens the form that saves the query of the page; absent where nothing can be saved. */
export const openSave = createStore<(() => void) | undefined>(undefined);
