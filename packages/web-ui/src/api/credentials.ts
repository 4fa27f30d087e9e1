import { createStore } from '../parts/store.js';

const name = 'spanhouse.key';

/**
 * The API key of this tab. It is kept for the tab, or on the device if the user asks for it; it is never in
 * an address, a cookie or a log.
 */
export const apiKey = createStore<string | undefined>(
  sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined,
);

/** Uses a key from now on. */
export function chooseKey(key: string, keep: 'tab' | 'device'): void {
  sessionStorage.setItem(name, key);
  if (keep === 'device') {
    localStorage.setItem(name, key);
  } else {
    localStorage.removeItem(name);
  }
  apiKey.set(key);
}

/** Forgets the key, here and on the device. */
export function forgetKey(): void {
  sessionStorage.removeItem(name);
  localStorage.removeItem(name);
  apiKey.set(undefined);
}

/** Whether the key stays on this device after the tab has gone. */
export function isKeyRemembered(): boolean {
  return localStorage.getItem(name) !== null;
}
