import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { RunningSpanhouse } from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';
import { type FoundSpanhouse, findSharedSpanhouse, startOwnSpanhouse } from './find-spanhouse.js';
import { type PrefixProxy, prefixOf, startPrefixProxy } from './prefix-proxy.js';
import { Visitor } from './visitor.js';

/** What the tests of a suite use. Its members exist from the first test on. */
export interface BrowserSuite {
  /** Its data is new, and its pages are below a prefix that the service does not know. */
  readonly spanhouse: Pick<RunningSpanhouse, 'url'>;
  readonly visitor: Visitor;
}

/** The same with a process of its own. */
export interface OwnBrowserSuite extends BrowserSuite {
  readonly spanhouse: RunningSpanhouse;
}

/** The Chromium of this worker: its suites run one after the other, and share its clipboard. */
export const chromiumOfWorker = `CHROMIUM_SERVER_${process.env['JEST_WORKER_ID']}`;

/** Settings of the process, such as `{ AUTH_MODE: 'keys' }`. */
type Settings = Readonly<Record<string, string>>;

/**
 * Runs a suite in the Chromium of its worker, with a project of its own in the Spanhouse of the run. With `settings`, it
 * gets a Spanhouse of its own. A test fails if one of its pages reports an error, breaks the content security policy,
 * leaves its origin or the prefix of its address, or gets an answer that the API document does not describe.
 */
export function describeInBrowser(title: string, suite: (running: BrowserSuite) => void): void;
export function describeInBrowser(
  title: string,
  suite: (running: OwnBrowserSuite) => void,
  settings: () => Settings | Promise<Settings>,
): void;
export function describeInBrowser(
  title: string,
  suite: (running: OwnBrowserSuite) => void,
  settings?: () => Settings | Promise<Settings>,
): void {
  describeWithBackend(title, chromiumOfWorker, (browser) => {
    const find =
      settings === undefined
        ? findSharedSpanhouse
        : async () => startOwnSpanhouse(await settings());
    runSuite(suite, { browser, find, prefix: prefixOf(title) });
  });
}

/** Runs a suite with a Spanhouse of its own in open mode, because it changes or counts what other suites share. */
export function describeAlone(title: string, suite: (running: OwnBrowserSuite) => void): void {
  describeInBrowser(title, suite, () => ({}));
}

/** The same as `describeInBrowser` in the packaged Chromium with its own fonts, which draws the same pictures on every machine. */
export function describeInPictures(title: string, suite: (running: BrowserSuite) => void): void {
  describeWithBackend(title, 'CHROMIUM_WITH_OWN_FONTS', (browser) => {
    runSuite(suite, { browser, find: findSharedSpanhouse, prefix: prefixOf(title) });
  });
}

interface Surroundings {
  /** The address of the Chromium. */
  readonly browser: string;
  readonly prefix: string;
  find(): Promise<FoundSpanhouse>;
}

function runSuite(
  suite: (running: OwnBrowserSuite) => void,
  { browser, prefix, find }: Surroundings,
): void {
  const running = {} as { -readonly [Member in keyof OwnBrowserSuite]: OwnBrowserSuite[Member] };
  let found: FoundSpanhouse | undefined;
  let proxy: PrefixProxy | undefined;
  beforeAll(async () => {
    found = await find();
    proxy = await startPrefixProxy(found.url, prefix, found.headers);
    running.spanhouse = { ...found.process, url: proxy.url } as RunningSpanhouse;
    running.visitor = await Visitor.connect(browser);
  });
  afterEach(async () => {
    await running.visitor?.endTest();
    expect(proxy?.strays.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await running.visitor?.close();
    await proxy?.close();
    await found?.process?.stop();
  });
  suite(running);
}
