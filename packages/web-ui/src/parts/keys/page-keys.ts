import { useEffectEvent, useLayoutEffect } from 'react';
import { createStore } from '../store.js';
import { settings } from '../theme/settings.js';

/** A key, a description of its effect, and its action. */
interface PageKey {
  /**
   * Name of the key as in `KeyboardEvent.key`, with the prefix `Shift-` or `Ctrl-` if needed: `j`, `Shift-f`, `Escape`.
   * `g e` means `g` followed by `e`. `Ctrl-k` also works in text fields, and uses the command key on a Mac.
   */
  readonly key: string;
  readonly meaning: string;
  /**
   * Runs the action. MAY return false to pass the key to another group. Absent if the focused element handles the key
   * itself.
   */
  readonly act?: () => unknown;
}

export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly PageKey[];
  /** True for keys that act on the focused element or the element below the pointer. The command list omits them. */
  readonly needsFocus?: boolean;
}

/** True while the list of commands is open. */
export const commandList = createStore(false);

/** True while the list of keys is open. */
export const keyList = createStore(false);

/** The currently active keys, for the list of keys. */
export const pageKeys = createStore<readonly KeyGroup[]>([]);

/** Activates keys of the page under a title; see `useKeyGroup`. */
export function usePageKeys(title: string, keys: readonly PageKey[]): void {
  useKeyGroup({ title, keys });
}

/**
 * Activates keys while the component is rendered, starting with its first frame. A key always runs the action of the
 * latest rendering. Text fields receive their keys as usual, and links and buttons receive the keys that press them.
 */
export function useKeyGroup(group: KeyGroup): void {
  const run = useEffectEvent((at: number) => group.keys[at]?.act?.());
  const { title, keys } = group;
  const listed = JSON.stringify([title, keys.map(({ key, meaning, act }) => [key, meaning, !act])]);
  useLayoutEffect(() => {
    const active: KeyGroup = {
      ...group,
      keys: keys.map((key, at) => (key.act === undefined ? key : { ...key, act: () => run(at) })),
    };
    pageKeys.set([...pageKeys.get(), active]);
    const listen = (event: KeyboardEvent) => {
      if (!isForPage(event)) {
        return;
      }
      const pressed = sequenceOf(event);
      const found = active.keys.find(({ key }) => key === pressed);
      if (found?.act !== undefined && found.act() !== false) {
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', listen);
    return () => {
      pageKeys.set(pageKeys.get().filter((other) => other !== active));
      document.removeEventListener('keydown', listen);
    };
  }, [listed]);
}

function isForPage({ target, ctrlKey, altKey, metaKey, key, defaultPrevented }: KeyboardEvent) {
  if (defaultPrevented || altKey) {
    return false;
  }
  if (ctrlKey || metaKey) {
    return !(target instanceof Element && target.closest('[role=dialog]'));
  }
  if (settings.singleKeys.get() === 'off' && key.length === 1) {
    return false;
  }
  const keepsKeys =
    key === 'Enter' || key === ' '
      ? `${textFields}, a, button, summary, input, [role=tab], [role=slider]`
      : textFields;
  return !(target instanceof Element && target.closest(keepsKeys));
}

const textFields = 'input:not([type=checkbox]), textarea, select, [role=dialog]';

const leader = 'g';
/** Maximum time between `g` and the key that follows it. */
const MAX_PAUSE_MS = 1500;

let lastEvent: KeyboardEvent | undefined;
let isAfterLeader = false;

/** Returns the name of a key, including a preceding `g`. All listeners of the same event get the same name. */
function sequenceOf(event: KeyboardEvent): string {
  if (event !== lastEvent) {
    const pause = event.timeStamp - (lastEvent?.timeStamp ?? Number.NEGATIVE_INFINITY);
    isAfterLeader = lastEvent?.key === leader && !isAfterLeader && pause <= MAX_PAUSE_MS;
    lastEvent = event;
  }
  return isAfterLeader ? `${leader} ${nameOf(event)}` : nameOf(event);
}

function nameOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string {
  if (ctrlKey || metaKey) {
    return `Ctrl-${key.toLowerCase()}`;
  }
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  if (isLetter) {
    return shiftKey ? `Shift-${key.toLowerCase()}` : key;
  }
  return shiftKey && key.length > 1 ? `Shift-${key}` : key;
}
