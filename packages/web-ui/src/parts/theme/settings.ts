import { createStore, type Store } from '../store.js';

/** Values for each setting. The first value is the default. */
const choices = {
  theme: ['system', 'light', 'dark'],
  timeZone: ['local', 'utc'],
  /** Density of rows in lists and trees. */
  density: ['normal', 'compact', 'roomy'],
  /** The value `off` disables shortcuts that use neither Ctrl nor Alt. WCAG 2.1.4 requires this option. */
  singleKeys: ['on', 'off'],
} as const;

type Choice<Name extends keyof typeof choices> = (typeof choices)[Name][number];

/** The user's settings on this device. They are not part of any URL. */
export const settings = {
  theme: setting('theme'),
  timeZone: setting('timeZone'),
  density: setting('density'),
  singleKeys: setting('singleKeys'),
};

function setting<Name extends keyof typeof choices>(name: Name): Store<Choice<Name>> {
  const all: readonly Choice<Name>[] = choices[name];
  const stored = localStorage.getItem(`spanhouse.${name}`);
  const first = all.find((choice) => choice === stored) ?? all[0];
  const store = createStore(first as Choice<Name>);
  store.subscribe(() => localStorage.setItem(`spanhouse.${name}`, store.get()));
  return store;
}

/** Applies the theme and the density to the page, and applies them again whenever they change. */
export function applyLook(): void {
  for (const name of ['theme', 'density'] as const) {
    const apply = () => {
      document.documentElement.dataset[name] = settings[name].get();
    };
    settings[name].subscribe(apply);
    apply();
  }
}
