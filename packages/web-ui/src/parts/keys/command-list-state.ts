import { createStore } from '../store.js';

/** Whether the list of commands is open. */
export const commandList = createStore(false);
