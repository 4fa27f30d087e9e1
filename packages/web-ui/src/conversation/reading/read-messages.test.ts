import { identityOf, readMessages, systemMessage } from './read-messages.js';

const nothing = {
  name: undefined,
  content: [],
  thinking: undefined,
  toolCalls: [],
  toolCallId: undefined,
  finishReason: undefined,
};

describe('readMessages', () => {
  it('reads roles, texts, tool calls and finish reasons', () => {
    const completion = [
      {
        role: 'assistant',
        content: 'Wait.',
        thinking: 'Which one?',
        tool_calls: [{ id: 'c', function: { name: 'search', arguments: '{"a":1}' } }],
        finish_reason: 'tool_calls',
      },
    ];

    expect(readMessages({ completion }, 'output')).toEqual([
      {
        ...nothing,
        role: 'assistant',
        content: [{ kind: 'text', text: 'Wait.' }],
        thinking: 'Which one?',
        toolCalls: [{ id: 'c', name: 'search', input: '{"a":1}' }],
        finishReason: 'tool_calls',
      },
    ]);
  });

  it('shows a text as one message, with input or output as its role', () => {
    expect(readMessages('Why?', 'input')).toEqual([
      { ...nothing, role: 'input', content: [{ kind: 'text', text: 'Why?' }] },
    ]);
  });

  it('keeps content other than text', () => {
    const value = { scores: [0.1] };

    expect(readMessages({ prompt: [{ role: 'user', content: value }] }, 'input')).toEqual([
      { ...nothing, role: 'user', content: [{ kind: 'json', value }] },
    ]);
  });

  it('reads images inside the span as media, and images elsewhere as addresses', () => {
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'input_audio', input_audio: { data: 'BBBB', format: 'wav' } },
      { type: 'refusal', refusal: 'no' },
    ];

    const [message] = readMessages({ prompt: [{ role: 'user', content }] }, 'input');

    expect(message?.content).toEqual([
      { kind: 'text', text: 'What is this?' },
      { kind: 'address', address: 'https://example.com/a.png' },
      { kind: 'media', data: 'data:image/png;base64,AAAA' },
      { kind: 'media', data: 'data:audio/wav;base64,BBBB' },
      { kind: 'json', value: { type: 'refusal', refusal: 'no' } },
    ]);
  });

  it('shows a list of other values as one message', () => {
    const value = [{ row: 1 }, { row: 2 }];

    expect(readMessages(value, 'output')).toEqual([
      { ...nothing, role: 'output', content: [{ kind: 'json', value }] },
    ]);
  });

  it.each([[{}], [[]]])('shows nothing for %j', (value) => {
    expect(readMessages(value, 'input')).toEqual([]);
  });
});

describe('systemMessage', () => {
  it('reads instructions as a text and as parts', () => {
    const content = [{ kind: 'text', text: 'Be brief.' }];
    const parts = [{ type: 'text', content: 'Be brief.' }];

    expect(systemMessage('Be brief.')).toEqual({ ...nothing, role: 'system', content });
    expect(systemMessage(parts)).toEqual({ ...nothing, role: 'system', content });
  });
});

describe('identityOf', () => {
  it('is the same for an answer and for the input that repeats it', () => {
    const message = { role: 'assistant', content: 'Yes.' };
    const [answer] = readMessages(
      { completion: [{ ...message, finish_reason: 'stop' }] },
      'output',
    );
    const [input] = readMessages({ prompt: [message] }, 'input');

    expect(identityOf(answer as never)).toBe(identityOf(input as never));
  });
});
