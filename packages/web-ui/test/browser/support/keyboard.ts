import type { Locator, Page } from 'playwright-core';

/** A page draws what a key changes in some frames, and may load a part before it gives it the focus. */
const frames = { toDraw: 4, toFocus: 60 };
/** Reaching a control takes at most so many steps. */
const MAX_TABS = 120;

/** A person without a mouse: presses keys, and notes when the focus is lost. */
export class Keyboard {
  readonly #page: Page;
  readonly #losses: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** After which keys the focus was nowhere, although it was somewhere before. */
  get losses(): readonly string[] {
    return this.#losses;
  }

  /** Presses keys, each once the page has taken the one before. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const before = await this.#focused();
      await this.#page.keyboard.press(key);
      await this.#settle();
      if (before !== '' && (await this.#focused()) === '') {
        this.#losses.push(`${key} loses the focus of ${before}`);
      }
    }
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Goes to a control in the order of the Tab key, and on to the first if the last is reached. */
  async goTo(control: Locator): Promise<void> {
    await control.waitFor();
    for (let step = 0; step < MAX_TABS; step++) {
      if (await control.evaluate((element) => element === document.activeElement)) {
        return;
      }
      await this.#page.keyboard.press('Tab');
    }
    throw new Error(`${MAX_TABS} times Tab do not reach ${control}`);
  }

  /** Resolves when the page has drawn what a key changed, and given the focus to what it shows now. */
  #settle(): Promise<void> {
    return this.#page.evaluate(async ({ toDraw, toFocus }) => {
      const isLost = () =>
        document.activeElement === null || document.activeElement === document.body;
      for (let frame = 0; frame < (isLost() ? toFocus : toDraw); frame++) {
        await new Promise(requestAnimationFrame);
      }
    }, frames);
  }

  /** Names what has the focus; `''` if nothing has it. */
  #focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      return element === null || element === document.body
        ? ''
        : `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)}`;
    });
  }
}
