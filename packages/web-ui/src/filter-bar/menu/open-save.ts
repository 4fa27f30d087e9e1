import { createStore } from '../../parts/store.js';

/** Function that opens the form for saving the page's query. Undefined on pages whose query cannot be saved. */
export const openSave = createStore<(() => void) | undefined>(undefined);
