import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../../../../services/all-in-one/test/processes/running-spanhouse.js';
import { Visitor } from './visitor.js';

/** What the tests of a suite use. Its members exist from the first test on. */
export interface BrowserSuite {
  readonly spanhouse: RunningSpanhouse;
  readonly visitor: Visitor;
}

/** Settings of the process, such as `{ AUTH_MODE: 'keys' }`. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Runs a suite with a Chromium and a Spanhouse of its own, whose data is new. A test fails if one of its pages reports an
 * error, breaks the content security policy, leaves its origin, or gets an answer that the API document does not describe.
 */
export function describeInBrowser(
  title: string,
  suite: (running: BrowserSuite) => void,
  settings: () => Settings | Promise<Settings> = () => ({}),
): void {
  describeWithBackend(title, 'CHROMIUM_PATH', (executablePath) => {
    runSuite(executablePath, suite, settings);
  });
}

/** The same in the packaged Chromium with its own fonts, which draws the same pictures on every machine. */
export function describeInPictures(title: string, suite: (running: BrowserSuite) => void): void {
  describeWithBackend(title, 'CHROMIUM_WITH_OWN_FONTS', (executablePath) => {
    runSuite(executablePath, suite, () => ({}));
  });
}

function runSuite(
  executablePath: string,
  suite: (running: BrowserSuite) => void,
  settings: () => Settings | Promise<Settings>,
): void {
  const running = {} as { -readonly [Member in keyof BrowserSuite]: BrowserSuite[Member] };
  beforeAll(async () => {
    running.spanhouse = await startSpanhouse(newDataDir(), await settings());
    running.visitor = await Visitor.start(executablePath);
  });
  afterEach(() => running.visitor?.endTest());
  afterAll(async () => {
    await running.visitor?.close();
    await running.spanhouse?.stop();
  });
  suite(running);
}
