import { messagesOf } from './messages-of.js';

const nothing = {
  thinking: undefined,
  toolCalls: [],
  finishReason: undefined,
  other: undefined,
};

describe('messagesOf', () => {
  it('reads roles, texts, calls of tools and reasons to finish', () => {
    const completion = [
      {
        role: 'assistant',
        content: 'Wait.',
        thinking: 'Which one?',
        tool_calls: [{ id: 'c', function: { name: 'search', arguments: '{"a":1}' } }],
        finish_reason: 'tool_calls',
      },
    ];

    expect(messagesOf({ completion }, 'output')).toEqual([
      {
        role: 'assistant',
        text: 'Wait.',
        thinking: 'Which one?',
        toolCalls: [{ id: 'c', name: 'search', input: '{"a":1}' }],
        finishReason: 'tool_calls',
        other: undefined,
      },
    ]);
  });

  it('shows a text as one message, with input or output as its role', () => {
    expect(messagesOf('Why?', 'input')).toEqual([{ ...nothing, role: 'input', text: 'Why?' }]);
  });

  it('keeps content that is no text', () => {
    const content = [{ type: 'image' }];

    expect(messagesOf({ prompt: [{ role: 'user', content }] }, 'input')).toEqual([
      { ...nothing, role: 'user', text: undefined, other: content },
    ]);
  });

  it('shows nothing for an empty object', () => {
    expect(messagesOf({}, 'input')).toEqual([]);
  });
});
