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

  const value = { scores: [0.1] };
  const list = [{ row: 1 }, { row: 2 }];
  it.each([
    { sent: 'Why?', role: 'input', content: [{ kind: 'text', text: 'Why?' }] },
    { sent: list, role: 'input', content: [{ kind: 'json', value: list }] },
    {
      sent: { prompt: [{ role: 'user', content: value }] },
      role: 'user',
      content: [{ kind: 'json', value }],
    },
  ])('shows $sent as one message of $role', ({ sent, role, content }) => {
    expect(readMessages(sent, 'input')).toEqual([{ ...nothing, role, content }]);
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
