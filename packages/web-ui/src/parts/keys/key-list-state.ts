import { createStore } from '../store.js';

/** True while the list of keys is open. */
export const keyList = createStore(false);
