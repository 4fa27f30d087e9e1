import { createStore } from '../parts/store.js';

const name = 'spanhouse.key';

/**
 * The API key of this tab. It is stored for this tab only, unless the user chooses to store it on the device. The key
 * never appears in an address, a cookie or a log.
 */
export const apiKey = createStore<string | undefined>(
  sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined,
);

/** Stores the key, and uses it for all subsequent requests. */
export function chooseKey(key: string, keep: 'tab' | 'device'): void {
  sessionStorage.setItem(name, key);
  if (keep === 'device') {
    localStorage.setItem(name, key);
  } else {
    localStorage.removeItem(name);
  }
  apiKey.set(key);
}

/** Deletes the key from this tab and from the device. */
export function forgetKey(): void {
  sessionStorage.removeItem(name);
  localStorage.removeItem(name);
  apiKey.set(undefined);
}

/** Returns true if the key is stored on this device beyond the lifetime of the tab. */
export function isKeyRemembered(): boolean {
  return localStorage.getItem(name) !== null;
}
