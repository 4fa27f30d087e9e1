import { type Browser, chromium, type Page } from 'playwright-core';
import { PageWatch } from './page-watch.js';

/** How long a page may take for one step. It only ends a test that hangs. */
const STEP_LIMIT_MS = 30_000;

export interface VisitOptions {
  /** Default: `light`. */
  readonly theme?: 'light' | 'dark';
  /** Default: 1440 x 900. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The time that the page has, and keeps. Default: that of the machine. */
  readonly now?: string;
  /** What happens to the page before it loads, such as a route that answers in place of the service. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Drawing by the processor, without the settings of the machine for fonts and colours, gives the same picture everywhere. */
const drawing = [
  '--disable-gpu',
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/** Opens pages, each in a browser context of its own, and collects what goes wrong in them. */
export class Visitor {
  readonly #browser: Browser;
  readonly #watches: PageWatch[] = [];
  readonly #expected: RegExp[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(executablePath: string): Promise<Visitor> {
    return new Visitor(await chromium.launch({ executablePath, args: drawing }));
  }

  async open(url: string, options: VisitOptions = {}): Promise<Page> {
    const { theme = 'light', viewport = { width: 1440, height: 900 } } = options;
    const context = await this.#browser.newContext({
      colorScheme: theme,
      viewport,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(STEP_LIMIT_MS);
    const page = await context.newPage();
    if (options.now !== undefined) {
      await page.clock.setFixedTime(options.now);
    }
    await options.prepare?.(page);
    this.#watches.push(await PageWatch.start(page, new URL(url).origin));
    await page.goto(url);
    return page;
  }

  /** Lets the current test cause problems that match, such as the answer 503 of a stopped store. */
  expect(problem: RegExp): void {
    this.#expected.push(problem);
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
    const found = await Promise.all(this.#watches.splice(0).map((watch) => watch.end()));
    const problems = found.flat().filter((problem) => !expected.some((one) => one.test(problem)));
    if (problems.length > 0) {
      throw new Error(`the pages had problems:\n${problems.join('\n')}`);
    }
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
