import { screen } from '@testing-library/react';
import { JsonIndex } from '../api/json/json-index.js';
import { UnreadJson } from '../api/json/unread-json.js';
import type { ShownSpan } from '../api/shown-span.js';
import { showAt } from '../testing/show-at.js';
import { MessagesTab } from './overview-tab.js';

const hostileId = 'call"]<b>';
const asking = {
  role: 'assistant',
  tool_calls: [hostileId, 'other'].map((id) => ({
    id,
    function: { name: 'search', arguments: '{}' },
  })),
};
const prompt = [asking, { role: 'tool', tool_call_id: hostileId, content: 'nothing' }];
const span = {
  trace_id: 't',
  span_id: 's',
  span_name: 'draft',
  attributes: { ag: { data: { inputs: { prompt } } } },
} as unknown as ShownSpan;

describe('MessagesTab', () => {
  it('leads from the call of a tool to its result, where there is one', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    globalThis.CSS.escape = (text) => text.replace(/["\]<>]/g, '\\$&');
    const loaded = { span, raw: new UnreadJson(JsonIndex.readNow('{}'), 0) };
    const { user } = await showAt('/traces/t', <MessagesTab loaded={loaded} />);

    await user.click(screen.getByRole('button', { name: 'Go to its result' }));

    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'tool' }));
  });
});
