import { screen } from '@testing-library/react';
import { JsonIndex } from '../api/json/json-index.js';
import { parseExactJson } from '../api/json/parse-exact-json.js';
import { UnreadJson } from '../api/json/unread-json.js';
import type { ShownSpan } from '../api/shown-span.js';
import { showAt } from '../testing/show-at.js';
import { RawTab } from './raw-tab.js';

const text =
  '{"trace_id":"t","span_id":"s","attributes":{"n":18446744073709551615,"m":1.0,"html":"<b>bold</b>"}}';
const loaded = {
  span: parseExactJson(text) as ShownSpan,
  raw: new UnreadJson(JsonIndex.readNow(text), 0),
};

describe('RawTab', () => {
  it.each([
    { button: /^Copy as JSON/, copied: text },
    { button: /^Copy as ingest body/, copied: `{"spans":[${text}]}` },
  ])('copies $copied: the text of the answer', async ({ button, copied }) => {
    const { user } = await showAt('/traces/t', <RawTab loaded={loaded} />);

    await user.click(screen.getByRole('button', { name: button }));

    expect(await navigator.clipboard.readText()).toBe(copied);
  });
});
