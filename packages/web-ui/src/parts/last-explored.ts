import type { Search } from '../url/search-text.js';
import { createStore } from './store.js';

/** URL parameters of the last span list of the explorer in this tab; undefined before the first one. */
export const lastExplored = createStore<Search | undefined>(undefined);
