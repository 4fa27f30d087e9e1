import type { JsonValue } from '@spanhouse/span-schema';
import { eventsToMessages } from './gen-ai-events.js';

const system = { 'event.name': 'gen_ai.system.message', role: 'system', content: 'Be brief.' };
const user = { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Sunny?' };
const choice = {
  'event.name': 'gen_ai.choice',
  index: 0,
  message: { role: 'assistant', content: 'Yes.' },
};

describe('eventsToMessages', () => {
  it('makes a message of the prompt from each event before the choice', () => {
    const assistant = { role: 'assistant', tool_calls: [{ id: 'c1' }] };
    const events = [system, { ...user, 'gen_ai.message.index': 1 }, assistant, choice];

    expect(eventsToMessages(events)).toEqual({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Sunny?' },
        assistant,
      ],
      completion: [{ role: 'assistant', content: 'Yes.' }],
    });
  });

  it('uses the trailing messages of the assistant as the answer if there is no choice', () => {
    const assistant = { role: 'assistant', content: 'Yes.' };

    expect(eventsToMessages([system, user, assistant])).toEqual({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Sunny?' },
      ],
      completion: [assistant],
    });
  });

  it('reads the role from the name of the event, and the id of a call from the result of a tool', () => {
    const events = [
      { 'event.name': 'gen_ai.user.message', content: 'Sunny?' },
      { 'event.name': 'gen_ai.tool.message', content: 'yes', id: 'c1' },
    ];

    expect(eventsToMessages(events).prompt).toEqual([
      { role: 'user', content: 'Sunny?' },
      { role: 'tool', content: 'yes', tool_call_id: 'c1' },
    ]);
  });

  it('reads the blocks of Bedrock, and results that follow the calls of a choice', () => {
    const call = '[{"toolUse":{"toolUseId":"c1","name":"weather","input":{"city":"Bern"}}}]';
    const results = '[{"toolResult":{"toolUseId":"c1","content":[{"text":"sunny"}]}}]';
    const events = [
      { 'event.name': 'gen_ai.user.message', content: '[{"text":"Sunny?"}]' },
      { 'event.name': 'gen_ai.choice', message: call, 'tool.result': results },
    ];

    expect(eventsToMessages(events)).toEqual({
      prompt: [{ role: 'user', content: 'Sunny?' }],
      completion: [
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            {
              id: 'c1',
              type: 'function',
              function: { name: 'weather', arguments: { city: 'Bern' } },
            },
          ],
        },
        { role: 'tool', content: 'sunny', tool_call_id: 'c1' },
      ],
    });
  });

  it('reads the texts of the conventions before 1.28', () => {
    const events = [
      {
        'event.name': 'gen_ai.content.prompt',
        'gen_ai.prompt': '[{"role":"user","content":"Sunny?"}]',
      },
      { 'event.name': 'gen_ai.content.completion', 'gen_ai.completion': 'Yes.' },
    ];

    expect(eventsToMessages(events)).toEqual({
      prompt: [{ role: 'user', content: 'Sunny?' }],
      completion: [{ role: 'assistant', content: 'Yes.' }],
    });
  });

  it('uses the message of the first gen_ai.choice as the completion', () => {
    const second = { ...choice, index: 1, message: { role: 'assistant', content: 'No.' } };

    expect(eventsToMessages([choice, second])).toEqual({
      prompt: [],
      completion: [{ role: 'assistant', content: 'Yes.' }],
    });
  });

  it.each<[string, JsonValue[]]>([
    ['no event', []],
    ['events that are no objects', ['gen_ai.choice', 1, null, [user]]],
    ['an event without role, content and tool_calls', [{ 'event.name': 'gen_ai.user.message' }]],
    ['a choice without message', [{ 'event.name': 'gen_ai.choice', index: 0 }]],
  ])('finds nothing in %s', (_what, events) => {
    expect(eventsToMessages(events)).toEqual({ prompt: [], completion: [] });
  });
});
