import type { ChatMessage } from './read-messages.js';
import { shownSteps } from './shown-steps.js';

function message(role: string, text: string): ChatMessage {
  return {
    role,
    name: undefined,
    content: [{ kind: 'text', text }],
    thinking: undefined,
    toolCalls: [],
    toolCallId: undefined,
    finishReason: undefined,
  };
}

const system = message('system', 'You advise customers of an energy supplier.');
const rewritten = message('system', 'You advise customers of a water supplier.');
const question = message('user', 'Why?');

describe('shownSteps', () => {
  it('shows a rewritten message once, with its text before', () => {
    const steps = shownSteps(
      [
        { kind: 'removed', at: 0 },
        { kind: 'added', at: 0 },
        { kind: 'same', at: 1 },
      ],
      { before: [system, question], inputs: [rewritten, question], hasBase: true },
    );

    expect(steps).toEqual([
      {
        kind: 'changed',
        message: rewritten,
        before: 'You advise customers of an energy supplier.',
      },
      { kind: 'same', message: question },
    ]);
  });

  it('shows messages with little in common as removed and added', () => {
    const other = message('system', 'Answer in French, briefly, and name no prices at all.');

    const steps = shownSteps(
      [
        { kind: 'removed', at: 0 },
        { kind: 'added', at: 0 },
      ],
      { before: [system], inputs: [other], hasBase: true },
    );

    expect(steps.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  });

  it('does not call messages of the first call added', () => {
    const steps = shownSteps([{ kind: 'added', at: 0 }], {
      before: [],
      inputs: [question],
      hasBase: false,
    });

    expect(steps).toEqual([{ kind: 'first', message: question }]);
  });
});
