import { createStore, type Store } from '../store.js';
import type { TimeZone } from '../values/format-time.js';

type Theme = 'system' | 'light' | 'dark';

interface Choices {
  readonly theme: Theme;
  readonly timeZone: TimeZone;
  /** How much room rows have. */
  readonly density: 'normal' | 'compact' | 'roomy';
  /** Whether keys without Ctrl or Alt act; WCAG 2.1.4 asks for a way to turn them off. */
  readonly singleKeys: 'on' | 'off';
}

const choices: { readonly [Name in keyof Choices]: readonly Choices[Name][] } = {
  theme: ['system', 'light', 'dark'],
  timeZone: ['local', 'utc'],
  density: ['normal', 'compact', 'roomy'],
  singleKeys: ['on', 'off'],
};

/** What the user chose on this device. No address depends on it. */
export const settings = {
  theme: setting('theme'),
  timeZone: setting('timeZone'),
  density: setting('density'),
  singleKeys: setting('singleKeys'),
};

function setting<Name extends keyof Choices>(name: Name): Store<Choices[Name]> {
  const all = choices[name];
  const stored = localStorage.getItem(`spanhouse.${name}`);
  const first = all.find((choice) => choice === stored) ?? all[0];
  const store = createStore(first as Choices[Name]);
  store.subscribe(() => localStorage.setItem(`spanhouse.${name}`, store.get()));
  return store;
}

/** Shows the chosen theme and density on the page, now and after each change. */
export function applyLook(): void {
  for (const name of ['theme', 'density'] as const) {
    const apply = () => {
      document.documentElement.dataset[name] = settings[name].get();
    };
    settings[name].subscribe(apply);
    apply();
  }
}
