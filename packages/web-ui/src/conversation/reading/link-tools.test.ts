import type { ShownSpan } from '../../api/shown-span.js';
import { anOutline } from '../../testing/an-outline.js';
import { linkTools } from './link-tools.js';
import type { ChatMessage } from './read-messages.js';

/** A model span, two spans of the same tool, and one span of another tool. */
const outline = anOutline([
  { name: 'model', type: 'chat', start: 10 },
  { name: 'search', type: 'tool', start: 20 },
  { name: 'search', type: 'tool', start: 30 },
  { name: 'execute_tool price', type: 'tool', start: 40 },
]);

const span = { span_id: '0000000000000001' } as ShownSpan;

function asking(...calls: readonly (readonly [id: string, name: string])[]): ChatMessage {
  const toolCalls = calls.map(([id, name]) => ({ id, name, input: '{}' }));
  return { toolCalls } as unknown as ChatMessage;
}

describe('linkTools', () => {
  it('links calls by id, and others by name in their order', () => {
    const outputs = [asking(['a', 'search'], ['b', 'search'], ['c', 'price'], ['d', 'none'])];

    const calls = [{ span, inputs: [], outputs }];
    const byOrder = linkTools(outline, calls, new Map());
    const byId = linkTools(outline, calls, new Map([['a', '0000000000000003']]));

    expect([...byOrder]).toEqual([
      ['a search', 1],
      ['b search', 2],
      ['c price', 3],
    ]);
    expect(byId.get('a search')).toBe(2);
    expect(byId.get('b search')).toBe(1);
  });

  it('links a call once, however often later calls repeat it', () => {
    const first = asking(['a', 'search']);
    const calls = [
      { span, inputs: [], outputs: [first] },
      { span, inputs: [first], outputs: [asking(['b', 'search'])] },
    ];

    const links = linkTools(outline, calls, new Map());

    expect([...links.values()]).toEqual([1, 2]);
  });
});
