import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { RunningSpanhouse } from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';
import { type FoundSpanhouse, findSharedSpanhouse, startOwnSpanhouse } from './find-spanhouse.js';
import { type PrefixProxy, prefixOf, startPrefixProxy } from './prefix-proxy.js';
import { Visitor } from './visitor.js';

/** Context of the tests of a suite. Its members exist once the first test runs. */
export interface BrowserSuite {
  /** A Spanhouse with an empty project, behind a path prefix that the service does not know. */
  readonly spanhouse: Pick<RunningSpanhouse, 'url'>;
  readonly visitor: Visitor;
}

/** A suite that has its own process. */
export interface OwnBrowserSuite extends BrowserSuite {
  readonly spanhouse: RunningSpanhouse;
}

/**
 * Environment variable with the Chromium of this worker. Its suites run one after the other and share the clipboard.
 */
export const chromiumOfWorker = `CHROMIUM_SERVER_${process.env['JEST_WORKER_ID']}`;

/** Settings of the process, such as `{ AUTH_MODE: 'keys' }`. */
type Settings = Readonly<Record<string, string>>;

/**
 * Runs a suite in the Chromium of its worker, with its own project in the shared Spanhouse. With `settings`, it starts
 * a separate Spanhouse. A test fails if one of its pages reports an error, violates the content security policy, leaves
 * its origin or path prefix, or receives a response that the API document does not describe.
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

/** Runs a suite with a separate Spanhouse in open mode, because it changes or counts state that other suites share. */
export function describeAlone(title: string, suite: (running: OwnBrowserSuite) => void): void {
  describeInBrowser(title, suite, () => ({}));
}

/**
 * Runs a suite like `describeInBrowser`, but in the packaged Chromium with its own fonts, which renders the same pixels
 * on every machine.
 */
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
