import type { Search } from '../url/use-search.js';
import { createStore } from './store.js';

// State that several pages of a tab share. It lasts as long as the tab, and no address has it.

/** Start of the selected row. The window picker offers it as the time to look around. */
export const selectedMoment = createStore<string | undefined>(undefined);

/** URL parameters of the last span list of the explorer in this tab; undefined before the first one. */
export const lastExplored = createStore<Search | undefined>(undefined);
