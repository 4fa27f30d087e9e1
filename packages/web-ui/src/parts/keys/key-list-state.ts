import { createStore } from '../store.js';

/** Whether the list of keys is open. */
export const keyList = createStore(false);
