import type { ElementHandle, Locator, Page } from 'playwright-core';

/** Numbers of frames to wait. A page may load a component before it moves the focus to the component. */
const frames = { toDraw: 4, toFocus: 60 };
/** Maximum number of presses of the Tab key before a control is reached. */
const MAX_TABS = 120;

/** Simulates a user without a mouse. It presses keys and records when the focus is lost. */
export class Keyboard {
  readonly #page: Page;
  readonly #losses: string[] = [];
  /** The last key, and the element that had the focus afterwards. */
  #last = { key: '', focused: '' };

  constructor(page: Page) {
    this.#page = page;
  }

  /** Resolves with the keys that caused a loss of focus. */
  async losses(): Promise<readonly string[]> {
    await this.#settle(this.#last.key);
    return this.#losses;
  }

  /** Presses keys one after the other. It waits until the page has handled a key before it presses the next one. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#settle(this.#last.key);
      await this.#page.keyboard.press(key);
      await this.#settle(key);
    }
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Moves the focus to a control with the Tab key. After the last control, the focus continues at the first one. */
  async goTo(control: Locator): Promise<void> {
    let sought = await control.elementHandle();
    for (let step = 0; step < MAX_TABS; step++) {
      const [isGone, isFocused] = await stateOf(sought);
      if (isFocused) {
        return;
      }
      if (isGone) {
        sought = await control.elementHandle();
      } else {
        await this.#page.keyboard.press('Tab');
      }
    }
    throw new Error(`${MAX_TABS} times Tab do not reach ${control}`);
  }

  /** Resolves when the page has rendered the effect of a key and moved the focus. */
  async #settle(key: string): Promise<void> {
    const before = this.#last.focused;
    const toFocus = before === '' ? frames.toDraw : frames.toFocus;
    const focused = await this.#page.evaluate(waitForFocus, { ...frames, toFocus });
    if (before !== '' && focused === '') {
      this.#losses.push(`${key} loses the focus of ${before}`);
    }
    this.#last = { key, focused };
  }
}

/** Returns two flags: the element is detached from the document, and it has the focus. */
async function stateOf(element: ElementHandle | null): Promise<readonly [boolean, boolean]> {
  const state = await element?.evaluate(
    (one) => [!one.isConnected, one === document.activeElement] as const,
  );
  return state ?? [true, false];
}

/**
 * Waits for some frames, and returns the name of the focused element, or `''` without a focused element. The function
 * runs in the page.
 */
async function waitForFocus({ toDraw, toFocus }: typeof frames): Promise<string> {
  const nameFocused = () => {
    const element = document.activeElement;
    return element === null || element === document.body
      ? ''
      : `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)}`;
  };
  for (let frame = 0; frame < (nameFocused() === '' ? toFocus : toDraw); frame++) {
    await new Promise(requestAnimationFrame);
  }
  return nameFocused();
}
