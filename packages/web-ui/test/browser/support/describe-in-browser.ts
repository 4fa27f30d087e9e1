import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import type { RunningSpanhouse } from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';
import { type FoundSpanhouse, findSharedSpanhouse, startOwnSpanhouse } from './find-spanhouse.js';
import { type PrefixProxy, prefixOf, startPrefixProxy } from './prefix-proxy.js';
import type { SentSpan } from './shop-traces.js';
import { storeSpans } from './store-spans.js';
import { type VisitOptions, Visitor } from './visitor.js';

/** Context for the tests of a suite. The service and the visitor are available from the first test on. */
export interface BrowserSuite {
  /**
   * The service, behind a path prefix that the service does not know. Its project contains only the spans of the suite.
   */
  readonly spanhouse: Pick<RunningSpanhouse, 'url'>;
  readonly visitor: Visitor;
  /** Opens a page by its path below `/ui/`, such as `spans?w=all`. */
  open(path: string, options?: VisitOptions): Promise<Page>;
  /** Stores spans, and resolves once they can be read. */
  store(spans: readonly SentSpan[], headers?: Readonly<Record<string, string>>): Promise<void>;
}

/** Context for a suite that runs its own service process. */
export interface OwnBrowserSuite extends BrowserSuite {
  readonly spanhouse: RunningSpanhouse;
}

/**
 * Name of the environment variable with the address of this worker's Chromium. The suites of a worker run one after the
 * other, so they can share the clipboard.
 */
export const chromiumOfWorker = `CHROMIUM_SERVER_${process.env['JEST_WORKER_ID']}`;

interface SuiteOptions {
  /** Spans to store before the first test. */
  readonly spans?: readonly SentSpan[];
}

/** Environment variables for the service process, such as `{ AUTH_MODE: 'keys' }`. */
type Settings = Readonly<Record<string, string>>;

interface OwnSuiteOptions extends SuiteOptions {
  /** Environment variables for the service process. By default, the service runs in open mode. */
  readonly settings?: Settings | (() => Promise<Settings>);
}

/**
 * Runs a suite in its worker's Chromium, with its own project in the shared Spanhouse. A test fails if one of its pages
 * reports an error, violates the content security policy, or requests an address outside its origin or path prefix. A
 * test also fails if a response does not match the API document.
 */
export function describeInBrowser(
  title: string,
  { spans }: SuiteOptions,
  suite: (running: BrowserSuite) => void,
): void {
  describeWithBackend(title, chromiumOfWorker, (browser) => {
    runSuite(suite, { browser, spans, find: findSharedSpanhouse, prefix: prefixOf(title) });
  });
}

/**
 * Runs a suite with its own Spanhouse process. This is necessary for special settings, and for tests that change the
 * whole service or check its total counts.
 */
export function describeAlone(
  title: string,
  { spans, settings = {} }: OwnSuiteOptions,
  suite: (running: OwnBrowserSuite) => void,
): void {
  describeWithBackend(title, chromiumOfWorker, (browser) => {
    const find = async () =>
      startOwnSpanhouse(typeof settings === 'function' ? await settings() : settings);
    runSuite(suite, { browser, spans, find, prefix: prefixOf(title) });
  });
}

/**
 * Runs a suite like `describeInBrowser`, but in the packaged Chromium with packaged fonts, so that every machine
 * renders the same pixels.
 */
export function describeInPictures(
  title: string,
  { spans }: SuiteOptions,
  suite: (running: BrowserSuite) => void,
): void {
  describeWithBackend(title, 'CHROMIUM_WITH_OWN_FONTS', (browser) => {
    runSuite(suite, { browser, spans, find: findSharedSpanhouse, prefix: prefixOf(title) });
  });
}

interface Surroundings {
  /** The address of the running Chromium. */
  readonly browser: string;
  readonly prefix: string;
  readonly spans: readonly SentSpan[] | undefined;
  find(): Promise<FoundSpanhouse>;
}

function runSuite(
  suite: (running: OwnBrowserSuite) => void,
  { browser, prefix, spans = [], find }: Surroundings,
): void {
  const running = {
    open: (path, options) => running.visitor.open(`${running.spanhouse.url}/ui/${path}`, options),
    store: (some, headers) => storeSpans(running.spanhouse.url, some, headers),
  } as { -readonly [Member in keyof OwnBrowserSuite]: OwnBrowserSuite[Member] };
  let found: FoundSpanhouse | undefined;
  let proxy: PrefixProxy | undefined;
  beforeAll(async () => {
    found = await find();
    proxy = await startPrefixProxy(found.url, prefix, found.headers);
    running.spanhouse = { ...found.process, url: proxy.url } as RunningSpanhouse;
    running.visitor = await Visitor.connect(browser);
    await running.store(spans);
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
