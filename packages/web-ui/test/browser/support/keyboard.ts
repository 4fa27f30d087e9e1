import type { ElementHandle, Locator, Page } from 'playwright-core';

/**
 * Numbers of frames to wait: for a page to draw and, if no element has the focus, for the page to move the focus.
 * Moving the focus may take longer, because the page may first have to load a component.
 */
const frames = { toDraw: 4, toFocus: 60 };
/** Maximum number of times that Tab is pressed to reach a control. */
const MAX_TABS = 120;

/** A simulated user without a mouse. It presses keys, and records the keys after which the page lost the focus. */
export class Keyboard {
  readonly #page: Page;
  readonly #losses: string[] = [];
  /** The last pressed key, and the element that was focused afterwards. */
  #last = { key: '', focused: '' };

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns the keys after which the focus was lost. */
  async losses(): Promise<readonly string[]> {
    await this.#settle(this.#last.key);
    return this.#losses;
  }

  /** Presses keys one after another. Waits until the page has handled each key before pressing the next one. */
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

  /** Moves the focus to a control with the Tab key. After the last control, Tab moves to the first one again. */
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

  /** Waits until the page has rendered the effect of a key and moved the focus. */
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

/** Returns two flags for an element: whether it is detached from the document, and whether it has the focus. */
async function stateOf(element: ElementHandle | null): Promise<readonly [boolean, boolean]> {
  const state = await element?.evaluate(
    (one) => [!one.isConnected, one === document.activeElement] as const,
  );
  return state ?? [true, false];
}

/**
 * Waits for the given numbers of frames, and returns the name of the focused element, or `''` if no element has the
 * focus. This function runs in the page.
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
