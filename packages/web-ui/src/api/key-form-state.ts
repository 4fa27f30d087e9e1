import { createStore } from '../parts/store.js';

/** The service's reason for requiring a key; undefined while no key is needed. */
export const keyForm = createStore<string | undefined>(undefined);
