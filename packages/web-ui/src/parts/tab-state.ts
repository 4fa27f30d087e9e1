import type { Search } from '../url/use-search.js';
import { createStore } from './store.js';

// State that several pages share until the browser tab is closed. It is not part of any URL.

/** Start time of the selected row. The window picker offers a window around this time. */
export const selectedMoment = createStore<string | undefined>(undefined);

/** URL parameters of the span list that was last shown in this tab; undefined before the first list. */
export const lastExplored = createStore<Search | undefined>(undefined);
