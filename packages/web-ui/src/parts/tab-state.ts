import type { Search } from '../url/use-search.js';
import { createStore } from './store.js';

// State that several pages of a tab share. It remains until the tab is closed, and no URL contains it.

/** Start time of the selected row. The window picker offers a window around it. */
export const selectedMoment = createStore<string | undefined>(undefined);

/** URL parameters of the last span list in the explorer of this tab; undefined before the first list. */
export const lastExplored = createStore<Search | undefined>(undefined);
