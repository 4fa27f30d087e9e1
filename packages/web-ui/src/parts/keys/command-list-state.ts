import { createStore } from '../store.js';

/** True while the list of commands is open. */
export const commandList = createStore(false);
