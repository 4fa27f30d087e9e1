import { createStore } from '../parts/store.js';

/** The service's reason for asking for a key; undefined while the page needs no key. */
export const keyForm = createStore<string | undefined>(undefined);
