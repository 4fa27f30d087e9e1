import type { Locator, Page } from 'playwright-core';
import type { BrowserSuite } from './describe-in-browser.js';

interface SpanPlace {
  readonly traceId: string;
  readonly spanId: string;
  /** Further parameters of the address: `part=raw`. */
  readonly search?: string;
}

/** Opens a trace with a span selected, and returns the page and the detail of the span. */
export async function openSpan(
  { spanhouse, visitor }: BrowserSuite,
  { traceId, spanId, search = '' }: SpanPlace,
): Promise<{ readonly page: Page; readonly detail: Locator }> {
  const page = await visitor.open(`${spanhouse.url}/ui/traces/${traceId}?s=${spanId}&${search}`);
  const detail = page.getByRole('region', { name: 'Span' });
  await detail.getByRole('heading', { level: 2 }).waitFor();
  return { page, detail };
}

/** Returns the text that a page has copied. */
export function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
