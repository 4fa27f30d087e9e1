import { createStore, type Store } from '../store.js';
import type { TimeZone } from '../values/format-time.js';

type Theme = 'system' | 'light' | 'dark';

interface Choices {
  readonly theme: Theme;
  readonly timeZone: TimeZone;
  /** Density of the rows in lists and trees. */
  readonly density: 'normal' | 'compact' | 'roomy';
  /** The value `off` disables keys without Ctrl or Alt. WCAG 2.1.4 requires this option. */
  readonly singleKeys: 'on' | 'off';
}

const choices: { readonly [Name in keyof Choices]: readonly Choices[Name][] } = {
  theme: ['system', 'light', 'dark'],
  timeZone: ['local', 'utc'],
  density: ['normal', 'compact', 'roomy'],
  singleKeys: ['on', 'off'],
};

/** The user's settings on this device. No URL depends on them. */
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

/** Applies the theme and the density to the page, now and after each change. */
export function applyLook(): void {
  for (const name of ['theme', 'density'] as const) {
    const apply = () => {
      document.documentElement.dataset[name] = settings[name].get();
    };
    settings[name].subscribe(apply);
    apply();
  }
}
