import type { Search } from '../url/search-text.js';
import { createStore } from './store.js';

/** What the explorer last listed in this tab, as its address has it; undefined before its first list of spans. */
export const lastExplored = createStore<Search | undefined>(undefined);
