import { timeLimits } from '@spanhouse/service-runtime/testing';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { PageWatch } from './page-watch.js';

export interface VisitOptions {
  /** Default: `light`. */
  readonly theme?: 'light' | 'dark';
  /** Default: 1440 x 900. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The time that the page has, and keeps, as the pages that the suite opens later. Default: that of the machine. */
  readonly now?: string;
  /** What happens to the page before it loads, such as a route that answers in place of the service. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Whether the page has a browser of its own, without files and settings of others, and a clock that the test may turn. */
  readonly isFresh?: boolean;
}

/**
 * Opens pages, and collects what goes wrong in them. Pages of a suite share the files that the browser has loaded and
 * compiled, which is most of their work; what a page keeps on the device lasts until the test ends.
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

  /** Connects to a Chromium that runs already. */
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

  /** Opens a page in a browser that knows nothing of the pages of the test but, from other tests, the files of the system. */
  async openElsewhere(url: string): Promise<Page> {
    this.#elsewhere ??= await this.#newLastingContext(url);
    return this.#load(await this.#elsewhere.newPage(), url);
  }

  async #load(page: Page, url: string): Promise<Page> {
    this.#watches.push(await PageWatch.start(page, new URL(url).origin));
    await page.goto(url);
    return page;
  }

  /** Its first page stays open and empty, so that the process of its pages stays as well. */
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

  /** Lets the current test cause problems that match, such as the answer 503 of a stopped store. */
  expect(problem: RegExp): void {
    this.#expected.push(problem);
  }

  /** Resolves when a page shows all that it has asked for. */
  async untilStill(page: Page): Promise<void> {
    await this.#watches.find((watch) => watch.isOf(page))?.untilStill();
  }

  /** Every address that the pages of the current test have requested. */
  get requested(): readonly string[] {
    return this.#watches.flatMap(({ requested }) => requested);
  }

  /** Every line that the pages of the current test have printed. */
  get printed(): readonly string[] {
    return this.#watches.flatMap(({ printed }) => printed);
  }

  /** Closes the pages of a test. Rejects if something went wrong in them. */
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

  /** Leaves the Chromium to the next suite. */
  close(): Promise<void> {
    return this.#browser.close();
  }
}
