import { useEffectEvent, useLayoutEffect } from 'react';
import { createStore } from '../store.js';
import { settings } from '../theme/settings.js';

/** A keyboard shortcut, its action, and a description of the action. */
interface PageKey {
  /**
   * Name of the key as in `KeyboardEvent.key`, such as `j` or `Escape`. Modifiers are prefixes, as in `Shift-f` and
   * `Ctrl-k`. `g e` means `g` followed by `e`. `Ctrl-k` also works in text fields, and on a Mac it uses the command
   * key.
   */
  readonly key: string;
  readonly meaning: string;
  /**
   * Runs the action. If it returns false, the key is passed to the next group. Absent if the focused element handles
   * the key itself.
   */
  readonly act?: () => unknown;
}

export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly PageKey[];
  /**
   * True for keys that act on the focused element or on the element below the pointer. The command list omits such
   * keys.
   */
  readonly needsFocus?: boolean;
}

/** True while the command list is open. */
export const commandList = createStore(false);

/** True while the keys dialog is open. */
export const keyList = createStore(false);

/** The keys that are currently active, as shown in the keys dialog. */
export const pageKeys = createStore<readonly KeyGroup[]>([]);

/** Activates page keys as a group with the given title; see `useKeyGroup`. */
export function usePageKeys(title: string, keys: readonly PageKey[]): void {
  useKeyGroup({ title, keys });
}

/**
 * Activates keys for as long as the component is rendered, from its first frame on. A key always runs the action from
 * the latest render. Keys without Ctrl do nothing while a text field or a dialog has the focus. Enter and Space also do
 * nothing while a link or button has the focus.
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
/** Maximum time between `g` and the key after it. */
const MAX_PAUSE_MS = 1500;

let lastEvent: KeyboardEvent | undefined;
let isAfterLeader = false;

/**
 * Returns the name of the pressed key, including a preceding `g`. The result is the same for all listeners of an event.
 */
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
