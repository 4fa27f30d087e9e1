import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { Page } from 'playwright-core';
import type { RunningSpanhouse } from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';
import { type FoundSpanhouse, findSharedSpanhouse, startOwnSpanhouse } from './find-spanhouse.js';
import { type PrefixProxy, prefixOf, startPrefixProxy } from './prefix-proxy.js';
import type { SentSpan } from './shop-traces.js';
import { storeSpans } from './store-spans.js';
import { type VisitOptions, Visitor } from './visitor.js';

/** Context of the tests of a suite. Its Spanhouse and visitor exist once the first test runs. */
export interface BrowserSuite {
  /** A Spanhouse behind a path prefix that the service does not know. Its project has only the spans of the suite. */
  readonly spanhouse: Pick<RunningSpanhouse, 'url'>;
  readonly visitor: Visitor;
  /** Opens a page of the interface by its path below `/ui/`, such as `spans?w=all`. */
  open(path: string, options?: VisitOptions): Promise<Page>;
  /** Resolves when the spans are readable. */
  store(spans: readonly SentSpan[], headers?: Readonly<Record<string, string>>): Promise<void>;
}

/** A suite that has its own process. */
export interface OwnBrowserSuite extends BrowserSuite {
  readonly spanhouse: RunningSpanhouse;
}

/**
 * Environment variable with the Chromium of this worker. Its suites run one after the other and share the clipboard.
 */
export const chromiumOfWorker = `CHROMIUM_SERVER_${process.env['JEST_WORKER_ID']}`;

interface SuiteOptions {
  /** Spans to store before the first test. */
  readonly spans?: readonly SentSpan[];
}

/** Settings of the process, such as `{ AUTH_MODE: 'keys' }`. */
type Settings = Readonly<Record<string, string>>;

interface OwnSuiteOptions extends SuiteOptions {
  /** Default: open mode. */
  readonly settings?: Settings | (() => Promise<Settings>);
}

/**
 * Runs a suite in the Chromium of its worker, with its own project in the shared Spanhouse. A test fails if one of its
 * pages reports an error, violates the content security policy, leaves its origin or path prefix, or receives a response
 * that the API document does not describe.
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

/** Runs a suite with a separate Spanhouse, because it has settings or changes or counts state that other suites share. */
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
 * Runs a suite like `describeInBrowser`, but in the packaged Chromium with its own fonts, which renders the same pixels
 * on every machine.
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
  /** The address of the Chromium. */
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
