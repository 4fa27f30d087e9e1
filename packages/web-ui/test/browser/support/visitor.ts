import { timeLimits } from '@spanhouse/service-runtime/testing';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PageWatch } from './page-watch.js';

export interface VisitOptions {
  /** Colour theme of the page. The default is `light`. */
  readonly theme?: 'light' | 'dark';
  /** Size of the window. The default is 1440 x 900. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /**
   * Fixed clock time for this page and for all pages that the suite opens later. By default, pages use the machine's
   * clock.
   */
  readonly now?: string;
  /** Prepares the page before it loads, for example with a route handler that responds in place of the service. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /**
   * True to open the page in a separate browser context, which has no cached files or settings. The test may set this
   * context's clock.
   */
  readonly isFresh?: boolean;
}

/**
 * Opens pages and collects their problems. A page spends most of its time on loading and compiling files, so the pages
 * of a suite share these files. State that is stored on the device lasts until the end of the test.
 */
export class Visitor {
  readonly #browser: Browser;
  readonly #watches: PageWatch[] = [];
  readonly #expected: RegExp[] = [];
  readonly #problems: string[] = [];
  #shared: BrowserContext | undefined;
  #elsewhere: BrowserContext | undefined;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Connects to a Chromium that is already running. */
  static async connect(address: string): Promise<Visitor> {
    return new Visitor(await chromium.connect(address));
  }

  async open(url: string, options: VisitOptions = {}): Promise<Page> {
    const { theme = 'light', viewport, now, prepare, isFresh = false } = options;
    const hasOwn = isFresh || prepare !== undefined;
    this.#shared ??= hasOwn ? undefined : await this.#newLastingContext(url);
    const context = hasOwn ? await this.#newContext() : this.#shared;
    const page = await (context as BrowserContext).newPage();
    if (viewport !== undefined) {
      await page.setViewportSize(viewport);
    }
    await page.emulateMedia({ colorScheme: theme });
    if (now !== undefined) {
      await page.clock.setFixedTime(now);
    }
    await prepare?.(page);
    return this.#load(page, url);
  }

  /**
   * Opens a page in a separate browser context. The context shares only cached files of the interface with the other
   * pages of the test.
   */
  async openElsewhere(url: string): Promise<Page> {
    this.#elsewhere ??= await this.#newLastingContext(url);
    return this.#load(await this.#elsewhere.newPage(), url);
  }

  async #load(page: Page, url: string): Promise<Page> {
    this.#watches.push(await PageWatch.start(page, new URL(url).origin));
    await page.goto(url);
    return page;
  }

  /** Creates a browser context with an empty page. This page stays open to keep the renderer process alive. */
  async #newLastingContext(url: string): Promise<BrowserContext> {
    const context = await this.#newContext();
    const page = await context.newPage();
    await page.route('**', (route) => route.fulfill({ body: '' }));
    await page.goto(new URL(url).origin);
    return context;
  }

  async #newContext(): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(timeLimits.effect);
    return context;
  }

  /** Closes a page before the test ends. */
  async leave(page: Page): Promise<void> {
    const at = this.#watches.findIndex((watch) => watch.isOf(page));
    const [watch] = this.#watches.splice(at, 1);
    this.#problems.push(...((await watch?.end()) ?? []));
  }

  /** Allows problems that match `problem` in the current test, such as 503 responses while the store is stopped. */
  expect(problem: RegExp): void {
    this.#expected.push(problem);
  }

  /** Waits until a page shows all data that it has requested. */
  async untilStill(page: Page): Promise<void> {
    await this.#watches.find((watch) => watch.isOf(page))?.untilStill();
  }

  /** All addresses that pages have requested in the current test. */
  get requested(): readonly string[] {
    return this.#watches.flatMap(({ requested }) => requested);
  }

  /** All console lines that pages have printed in the current test. */
  get printed(): readonly string[] {
    return this.#watches.flatMap(({ printed }) => printed);
  }

  /** Closes the pages of a test. Rejects if a page had an unexpected problem. */
  async endTest(): Promise<void> {
    const expected = this.#expected.splice(0);
    const watches = this.#watches.splice(0);
    const found = [
      this.#problems.splice(0),
      ...(await Promise.all(watches.map((watch) => watch.end()))),
    ];
    await Promise.all(
      this.#browser.contexts().map(async (context) => {
        const lasts = context === this.#shared || context === this.#elsewhere;
        await Promise.all(
          context
            .pages()
            .slice(lasts ? 1 : 0)
            .map((page) => page.close()),
        );
        await (lasts ? context.clearCookies() : context.close());
      }),
    );
    const problems = found.flat().filter((problem) => !expected.some((one) => one.test(problem)));
    if (problems.length > 0) {
      throw new Error(`the pages had problems:\n${problems.join('\n')}`);
    }
  }

  /** Disconnects from Chromium, which keeps running for the next suite. */
  close(): Promise<void> {
    return this.#browser.close();
  }
}
