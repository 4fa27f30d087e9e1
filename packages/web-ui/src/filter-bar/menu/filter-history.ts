import { createStore } from '../../parts/store.js';

const name = 'spanhouse.filters';
const MAX_HISTORY = 50;

/** Filter texts that were recently used on this device, newest first. */
export const filterHistory = createStore<readonly string[]>(read());

/** Adds a filter to the beginning of the history. */
export function noteFilter(text: string): void {
  const trimmed = text.trim();
  if (trimmed !== '') {
    const others = filterHistory.get().filter((other) => other !== trimmed);
    const next = [trimmed, ...others].slice(0, MAX_HISTORY);
    filterHistory.set(next);
    localStorage.setItem(name, JSON.stringify(next));
  }
}

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((text): text is string => typeof text === 'string').slice(0, MAX_HISTORY)
      : [];
  } catch {
    return []; // the stored value was not written by this page
  }
}
