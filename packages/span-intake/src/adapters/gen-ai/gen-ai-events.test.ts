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
  it('makes a message of the prompt from each event except gen_ai.choice', () => {
    const assistant = { role: 'assistant', tool_calls: [{ id: 'c1' }] };
    const events = [system, { ...user, 'gen_ai.message.index': 1 }, assistant];

    expect(eventsToMessages(events)).toEqual({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Sunny?' },
        assistant,
      ],
      completion: undefined,
    });
  });

  it('uses the message of the first gen_ai.choice as the completion', () => {
    const second = { ...choice, index: 1, message: { role: 'assistant', content: 'No.' } };

    expect(eventsToMessages([choice, second])).toEqual({
      prompt: undefined,
      completion: [{ role: 'assistant', content: 'Yes.' }],
    });
  });

  it.each<[string, JsonValue[]]>([
    ['no event', []],
    ['events that are no objects', ['gen_ai.choice', 1, null, [user]]],
    ['an event without role, content and tool_calls', [{ 'event.name': 'gen_ai.user.message' }]],
    ['a choice without message', [{ 'event.name': 'gen_ai.choice', index: 0 }]],
  ])('finds nothing in %s', (_what, events) => {
    expect(eventsToMessages(events)).toEqual({ prompt: undefined, completion: undefined });
  });
});
