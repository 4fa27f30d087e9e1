import { useLayoutEffect } from 'react';
import { createStore } from '../store.js';
import { settings } from '../theme/settings.js';

/** One key, what it does in words, and the action. */
interface PageKey {
  /**
   * As `KeyboardEvent.key` names it, with `Shift-` or `Ctrl-` where it is needed: `j`, `Shift-f`, `Escape`; `g e` for
   * `g` and then `e`. `Ctrl-k` acts in text fields too, and is the command key on a Mac.
   */
  readonly key: string;
  readonly meaning: string;
  /** MAY return false to leave the key to another group. Absent where the element with the focus answers the key itself. */
  readonly act?: () => unknown;
}

export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly PageKey[];
  /** True for keys that act on what is focused or below the pointer, which the list of commands cannot offer. */
  readonly needsPlace?: boolean;
}

/** The keys that act now, for the list of keys. */
export const pageKeys = createStore<readonly KeyGroup[]>([]);

/** Lets keys act while the component is shown. They act from its first frame on. Text fields keep their keys, links and buttons those that press them. */
export function usePageKeys(group: KeyGroup): void {
  useLayoutEffect(() => {
    pageKeys.set([...pageKeys.get(), group]);
    const listen = (event: KeyboardEvent) => {
      if (!isForPage(event)) {
        return;
      }
      const pressed = sequenceOf(event);
      const found = group.keys.find(({ key }) => key === pressed);
      if (found?.act !== undefined && found.act() !== false) {
        event.preventDefault();
      }
    };
    document.addEventListener('keydown', listen);
    return () => {
      pageKeys.set(pageKeys.get().filter((other) => other !== group));
      document.removeEventListener('keydown', listen);
    };
  }, [group]);
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
/** `g` waits so long for a second key. */
const MAX_PAUSE_MS = 1500;

let lastEvent: KeyboardEvent | undefined;
let isAfterLeader = false;

/** Returns the name of a key, after `g` with it. Every listener of one event gets the same. */
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
