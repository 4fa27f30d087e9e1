import { createStore } from '../parts/store.js';

/** Why the page needs a key, in the words of the service; undefined while it needs none. */
export const keyForm = createStore<string | undefined>(undefined);
