import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { normaliseContents, normaliseMessages } from './normalise-messages.js';
import { splitAfterLastUser } from './split-conversation.js';

const call = { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Bern' } };
const result = { type: 'tool_call_response', id: 'c1', name: 'weather', result: 'sunny' };

function normalised(message: JsonValue): JsonValue[] {
  return normaliseMessages([message]);
}

describe('normaliseMessages', () => {
  const others = [
    { type: 'image-url', url: 'https://example.org/a.png' },
    { type: 'text', content: 5 },
    { content: 'no type' },
    'text',
    null,
  ];
  const textArguments = { name: 'weather', arguments: '{"city":"Bern"}' };

  it.each<[string, JsonObject, JsonObject[]]>([
    [
      'joins text parts by a space',
      {
        role: 'user',
        parts: [
          { type: 'text', content: 'Is it' },
          { type: 'text', content: 'sunny?' },
        ],
      },
      [{ role: 'user', content: 'Is it sunny?' }],
    ],
    [
      'keeps the arguments of a tool call unchanged, even a text, and leaves out absent members',
      { role: 'assistant', parts: [{ type: 'tool_call', ...textArguments }] },
      [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ type: 'function', function: textArguments }],
        },
      ],
    ],
    [
      'adds no empty message when all parts are tool_call_response',
      { role: 'user', parts: [result] },
      [{ role: 'tool', content: 'sunny', tool_call_id: 'c1', name: 'weather' }],
    ],
    [
      'also reads the result of a tool from `response`, and keeps a null result',
      {
        role: 'tool',
        parts: [
          { type: 'tool_call_response', id: 'c1', response: 'rain' },
          { type: 'tool_call_response', id: 'c2', result: null },
        ],
      },
      [
        { role: 'tool', content: 'rain', tool_call_id: 'c1' },
        { role: 'tool', content: null, tool_call_id: 'c2' },
      ],
    ],
    [
      'gives a message without any text the content ""',
      { role: 'assistant', parts: [] },
      [{ role: 'assistant', content: '' }],
    ],
    [
      'keeps unknown parts and the other members of a message',
      { role: 'user', name: 'Ann', parts: [{ type: 'text', content: 'Look.' }, ...others] },
      [{ role: 'user', name: 'Ann', content: 'Look.', parts: others }],
    ],
    [
      'skips a text part whose content the producer withholds',
      { role: 'user', parts: [{ type: 'text' }] },
      [{ role: 'user', content: '' }],
    ],
    [
      'keeps `content` next to parts without text',
      { role: 'user', content: 'hi', parts: [{ type: 'tool_call', ...textArguments }] },
      [
        {
          role: 'user',
          content: 'hi',
          tool_calls: [{ type: 'function', function: textArguments }],
        },
      ],
    ],
  ])('%s', (_claim, message, expected) => {
    expect(normalised(message)).toEqual(expected);
  });

  it('converts tool_call parts to functions', () => {
    const message = {
      role: 'assistant',
      parts: [{ type: 'text', content: 'Let me see.' }, call],
      finish_reason: 'tool_call',
    };

    expect(normalised(message)).toEqual([
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'weather', arguments: { city: 'Bern' } },
          },
        ],
        finish_reason: 'tool_call',
      },
    ]);
  });

  it.each(['thinking', 'reasoning'])('joins %s parts', (type) => {
    const parts = [
      { type, content: 'Bern is' },
      { type, content: 'sunny.' },
      { type: 'text', content: 'Yes.' },
    ];

    expect(normalised({ role: 'assistant', parts })).toEqual([
      { role: 'assistant', content: 'Yes.', thinking: 'Bern is sunny.' },
    ]);
  });

  it('puts each tool_call_response part before its message, as a separate message', () => {
    const parts = [
      { type: 'text', content: 'And in Basel?' },
      result,
      { ...result, id: 'c2', result: { sky: 'blue' } },
    ];

    expect(normalised({ role: 'user', parts })).toEqual([
      { role: 'tool', content: 'sunny', tool_call_id: 'c1', name: 'weather' },
      { role: 'tool', content: { sky: 'blue' }, tool_call_id: 'c2', name: 'weather' },
      { role: 'user', content: 'And in Basel?' },
    ]);
  });

  it('keeps the order of calls, results and the answer in one message', () => {
    const answer = { type: 'text', content: 'Yes.' };
    const calling = {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'weather', arguments: { city: 'Bern' } } },
      ],
    };
    const expected = [
      calling,
      { role: 'tool', content: 'sunny', tool_call_id: 'c1', name: 'weather' },
      { role: 'assistant', content: 'Yes.', finish_reason: 'stop' },
    ];

    for (const parts of [
      [call, result, answer],
      [answer, call, result],
    ]) {
      expect(normalised({ role: 'assistant', parts, finish_reason: 'stop' })).toEqual(expected);
    }
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'Anthropic',
      { type: 'tool_use', id: 'c', name: 'w', input: {} },
      { type: 'tool_result', tool_use_id: 'c', content: 'ok' },
    ],
    [
      'the AI SDK',
      { type: 'tool-call', toolCallId: 'c', toolName: 'w', input: {} },
      { type: 'tool-result', toolCallId: 'c', output: { type: 'text', value: 'ok' } },
    ],
    [
      'Bedrock',
      { toolUse: { toolUseId: 'c', name: 'w', input: {} } },
      { toolResult: { toolUseId: 'c', content: [{ text: 'ok' }] } },
    ],
    [
      'Gemini',
      { function_call: { id: 'c', name: 'w', args: {} } },
      { function_response: { id: 'c', response: 'ok' } },
    ],
  ])('reads calls and results in the form of %s', (_whose, sentCall, sentResult) => {
    const messages = [
      { role: 'assistant', content: [sentCall] },
      { role: 'user', content: [sentResult] },
    ];

    expect(normaliseContents(messages)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'w', arguments: {} } }],
      },
      { role: 'tool', content: 'ok', tool_call_id: 'c' },
    ]);
  });

  it('reads the items of the Responses API', () => {
    const items = [
      { type: 'function_call', call_id: 'c', name: 'w', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'ok' },
    ];

    expect(normaliseMessages(items)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'w', arguments: '{}' } }],
      },
      { role: 'tool', content: 'ok', tool_call_id: 'c' },
    ]);
  });

  it.each<[string, JsonValue]>([
    ['content and no parts', { role: 'user', content: 'hi', extra: 1 }],
    ['neither content nor parts', { role: 'assistant', tool_calls: [] }],
    ['parts that are no list', { role: 'user', parts: 'hi' }],
    ['the form of a text', 'hi'],
    ['the form of a list', ['hi']],
    ['no value', null],
  ])('leaves a message with %s unchanged', (_what, message) => {
    expect(normalised(message)).toEqual([message]);
  });

  it('accepts any list, loses no message and changes none of its values', () => {
    const value = fc.jsonValue() as fc.Arbitrary<JsonValue>;
    const type = fc.constantFrom('text', 'thinking', 'tool_call', 'tool_call_response', 'blob', 1);
    const part = fc.record(
      { type, content: value, id: value, name: value, result: value },
      { requiredKeys: [] },
    );
    const message = fc.record(
      { role: value, content: value, parts: fc.oneof(value, fc.array(fc.oneof(value, part))) },
      { requiredKeys: [] },
    );
    const messages = fc.array(fc.oneof(value, message)) as fc.Arbitrary<JsonValue[]>;

    fc.assert(
      fc.property(messages, (sent) => {
        const before = structuredClone(sent);

        const once = normaliseMessages(sent);

        expect(sent).toEqual(before);
        expect(once.length).toBeGreaterThanOrEqual(sent.length);
      }),
    );
  });
});

describe('splitAfterLastUser', () => {
  const user = { role: 'user', content: 'hi' };
  const system = { role: 'system', content: 'Be brief.' };
  const assistant = { role: 'assistant', content: 'hello' };

  it.each<[string, JsonValue[], number]>([
    ['after the last message of the user', [system, user, assistant, user, assistant], 4],
    ['with nothing left when the user spoke last', [system, user], 2],
    ['with all of it left when there is no user', [system, assistant], 0],
    ['nothing', [], 0],
    ['past messages that are no objects', [null, user, 'user', { content: 'hi' }], 2],
  ])('splits %s', (_where, messages, at) => {
    expect(splitAfterLastUser(messages)).toEqual({
      prompt: messages.slice(0, at),
      completion: messages.slice(at),
    });
  });
});
