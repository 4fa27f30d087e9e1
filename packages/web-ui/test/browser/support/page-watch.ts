import { createHash } from 'node:crypto';
import { addressOfBackend } from '@spanhouse/service-runtime/testing';
import type { ConsoleMessage, Page, Request } from 'playwright-core';
import type { ReceivedAnswer } from '../../../../../services/all-in-one/test/documented-answers.js';

/** Number of consecutive frames without activity after which a page counts as complete. */
const FRAMES_TO_REST = 10;

/** Records the problems that occur on a page. */
export class PageWatch {
  readonly requested: string[] = [];
  readonly printed: string[] = [];
  readonly #page: Page;
  readonly #origin: string;
  readonly #problems: string[] = [];
  readonly #checks: Promise<void>[] = [];
  readonly #underWay = new Set<Request>();

  private constructor(page: Page, origin: string) {
    this.#page = page;
    this.#origin = origin;
  }

  /** Starts watching a page. It must be called before the page loads anything. */
  static async start(page: Page, origin: string): Promise<PageWatch> {
    const watch = new PageWatch(page, origin);
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        reportError(new Error(`violates ${violatedDirective}: ${blockedURI}`));
      });
    });
    page.on('console', (message) => watch.#print(message));
    page.on('pageerror', (error) => watch.#problems.push(`uncaught: ${error.stack}`));
    page.on('crash', () => watch.#problems.push('the page crashed'));
    page.on('websocket', (socket) => watch.#request(socket.url()));
    page.on('request', (request) => {
      if (!request.url().endsWith('/spans/tail')) {
        watch.#underWay.add(request);
      }
      watch.#request(request.url());
    });
    page.on('requestfailed', (request) => watch.#underWay.delete(request));
    page.on('requestfinished', (request) => {
      watch.#underWay.delete(request);
      watch.#checks.push(watch.#check(request));
    });
    return watch;
  }

  isOf(page: Page): boolean {
    return page === this.#page;
  }

  /**
   * Waits until the page has rendered several frames without a pending request. The stream of live spans does not
   * count, because it never ends.
   */
  async untilStill(): Promise<void> {
    let before: number;
    do {
      before = this.requested.length;
      await this.#page.evaluate(async (frames) => {
        for (let frame = 0; frame < frames; frame++) {
          await new Promise(requestAnimationFrame);
        }
      }, FRAMES_TO_REST);
    } while (this.#underWay.size > 0 || this.requested.length > before);
  }

  /** Closes the page and clears its storage. Resolves with the problems found. */
  async end(): Promise<readonly string[]> {
    await Promise.all(this.#checks);
    if (!this.#page.isClosed()) {
      // If the page crashed or never loaded, it has no storage to clear.
      await this.#page.evaluate(() => localStorage.clear()).catch(() => undefined);
      await this.#page.close();
    }
    return this.#problems;
  }

  #print(message: ConsoleMessage): void {
    const text = `${message.text()} (${message.location().url})`;
    this.printed.push(text);
    if (message.type() === 'error') {
      this.#problems.push(`the console shows: ${text}`);
    }
  }

  #request(url: string): void {
    this.requested.push(url);
    const { protocol, origin } = new URL(url);
    if (!['data:', 'blob:'].includes(protocol) && origin !== this.#origin) {
      this.#problems.push(`the page requests ${url}`);
    }
  }

  /** Checks a response against the API document. */
  async #check(request: Request): Promise<void> {
    const { pathname } = new URL(request.url());
    const [, path] = /(\/api\/.*)$/.exec(pathname) ?? [];
    if (path === undefined) {
      return;
    }
    // If the page is closed before the response arrives, there is no response.
    const response = await request.response().catch(() => null);
    const text = await response?.text().catch(() => undefined);
    if (response === null || text === undefined) {
      return;
    }
    const problem = await findProblem({
      method: request.method(),
      url: new URL(path, this.#origin).href,
      status: response.status(),
      contentType: response.headers()['content-type'] ?? '',
      text,
    });
    if (problem !== '') {
      this.#problems.push(problem);
    }
  }
}

/** Cache of problems, keyed by response. The pages of a suite receive many identical responses. */
const found = new Map<string, Promise<string>>();

/** Returns how a response differs from the API document, or `''` if it matches. */
function findProblem(answer: ReceivedAnswer): Promise<string> {
  const text = JSON.stringify(answer);
  const digest = createHash('sha1').update(text).digest('base64');
  const problem = found.get(digest) ?? askForProblem(text);
  found.set(digest, problem);
  return problem;
}

/** Sends a response to the process that checks responses for all suites. */
async function askForProblem(answer: string): Promise<string> {
  const checked = await fetch(addressOfBackend('ANSWER_CHECK_URL'), {
    method: 'POST',
    body: answer,
  });
  return await checked.text();
}
