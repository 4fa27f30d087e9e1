import { createStore } from '../../parts/store.js';

/** Function that opens the form for saving the query of the page. It is undefined on pages that cannot be saved. */
export const openSave = createStore<(() => void) | undefined>(undefined);
