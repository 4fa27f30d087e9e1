import { screen } from '@testing-library/react';
import { parseExactJson } from '../api/parse-exact-json.js';
import type { ShownSpan } from '../api/shown-span.js';
import { showAt } from '../testing/show-at.js';
import { RawTab } from './raw-tab.js';

const text = '{"span_id":"s","attributes":{"n":18446744073709551615,"html":"<b>bold</b>"}}';

function span(json: string): ShownSpan {
  return parseExactJson(json) as ShownSpan;
}

describe('RawTab', () => {
  it('shows and copies the JSON of the span with every digit, and contents as text', async () => {
    const { user } = await showAt('/traces/t', <RawTab span={span(text)} />);

    const shown = document.querySelector('pre')?.textContent ?? '';
    expect(shown.replaceAll(/\s/g, '')).toBe(text);
    await user.click(screen.getByRole('button', { name: /copy/i }));

    expect(await navigator.clipboard.readText()).toBe(shown);
  });

  it('shows the beginning of a long text, and all of it on request', async () => {
    const long = span(JSON.stringify({ span_id: 's', attributes: { text: 'x'.repeat(200_000) } }));
    const { user } = await showAt('/traces/t', <RawTab span={long} />);
    const length = () => document.querySelector('pre')?.textContent?.length ?? 0;
    expect(length()).toBeLessThan(110_000);

    await user.click(screen.getByRole('button', { name: 'Show all' }));

    expect(length()).toBeGreaterThan(200_000);
  });
});
