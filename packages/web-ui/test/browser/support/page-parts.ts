import type { Locator, Page } from 'playwright-core';
import type { BrowserSuite } from './describe-in-browser.js';
import type { SentSpan } from './shop-traces.js';

/** Locates the rows of a list, including the header row at the beginning. */
export function rowsOf(page: Page, list = 'Spans'): Locator {
  return page.getByRole('grid', { name: list }).getByRole('row');
}

/** Locates the rows of a list without the header row. */
export function spanRowsOf(page: Page): Locator {
  return rowsOf(page).filter({ has: page.getByRole('gridcell') });
}

export function waterfallOf(page: Page): Locator {
  return page.getByRole('treegrid', { name: 'Waterfall' });
}

/** Locates the detail of the selected span. */
export function spanOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Span' });
}

export function filterOf(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Filter' });
}

/** Locates a chart's description. */
export function figureOf(page: Page, name: RegExp): Locator {
  return page.getByRole('figure', { name });
}

/** Locates the text above a list that states the number of spans or traces. */
export function countOf(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: new RegExp(`(^|\\D)${text}`) });
}

export function parameterOf(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name);
}

/** Waits until a URL parameter has a value. The value `null` represents an absent parameter. */
export function untilParameter(
  page: Page,
  name: string,
  expected: string | RegExp | null,
): Promise<void> {
  return page.waitForURL(({ searchParams }) => {
    const value = searchParams.get(name);
    return expected instanceof RegExp ? expected.test(value ?? '') : value === expected;
  });
}

/** Presses keys in quick succession, without waiting for the page. */
export async function pressAll(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

/** Drags from one point to another with the mouse button pressed. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the text that a page has copied to the clipboard. */
export function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Waits until a page has copied the given text. */
export async function untilCopied(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    async (expected) => (await navigator.clipboard.readText()) === expected,
    text,
  );
}

/** Returns the bounds of the window in an address, in ms since 1970. */
export function windowIn(address: string | URL): readonly number[] {
  const { searchParams } = new URL(address);
  return (searchParams.get('w') ?? '').split('..').map((time) => Date.parse(time));
}

/** Opens a page with a list, and waits until the list shows a row. */
export async function openList(running: BrowserSuite, path: string): Promise<Page> {
  const page = await running.open(path);
  await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  return page;
}

/** Opens a trace in which a span is selected. Returns the page and the span's detail. */
export async function openSpan(
  running: BrowserSuite,
  span: Pick<SentSpan, 'trace_id' | 'span_id'> | undefined,
  search = '',
): Promise<{ readonly page: Page; readonly detail: Locator }> {
  const page = await running.open(`traces/${span?.trace_id}?s=${span?.span_id}&${search}`);
  const detail = spanOf(page);
  await detail.getByRole('heading', { level: 2 }).waitFor();
  return { page, detail };
}
