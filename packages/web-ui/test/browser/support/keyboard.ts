import type { ElementHandle, Locator, Page } from 'playwright-core';

/** A page draws what a key changes in some frames, and may load a part before it gives it the focus. */
const frames = { toDraw: 4, toFocus: 60 };
/** Reaching a control takes at most so many steps. */
const MAX_TABS = 120;

/** A person without a mouse: presses keys, and notes when the focus is lost. */
export class Keyboard {
  readonly #page: Page;
  readonly #losses: string[] = [];
  /** The last key, and what had the focus afterwards. */
  #last = { key: '', focused: '' };

  constructor(page: Page) {
    this.#page = page;
  }

  /** Resolves with the keys after which the focus is nowhere, although it was somewhere before. */
  async losses(): Promise<readonly string[]> {
    await this.#settle(this.#last.key);
    return this.#losses;
  }

  /** Presses keys, each once the page has taken the one before. */
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

  /** Goes to a control in the order of the Tab key, and on to the first if the last is reached. */
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

  /** Resolves when the page has drawn what a key changed, and given the focus to what it shows now. */
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

/** Whether an element is not in the document any more, and whether it has the focus. */
async function stateOf(element: ElementHandle | null): Promise<readonly [boolean, boolean]> {
  const state = await element?.evaluate(
    (one) => [!one.isConnected, one === document.activeElement] as const,
  );
  return state ?? [true, false];
}

/** Runs in the page: lets it draw, and names what has the focus in the last frame; `''` if nothing has it. */
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
