import { createStore } from '../parts/store.js';

/** Whether the list of commands is open. */
export const commandList = createStore(false);
