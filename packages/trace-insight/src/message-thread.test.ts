import fc from 'fast-check';
import { buildThread, type ThreadCall, type ThreadTurn } from './message-thread.js';

function call(inputs: string, outputs = ''): ThreadCall {
  return { inputs: [...inputs], outputs: [...outputs] };
}

/** Formats a turn. The marks are `=` for unchanged, `+` for added and `-` for removed messages. */
function shown({ base, steps }: ThreadTurn, calls: readonly ThreadCall[], at: number): string {
  const before = [...(calls[base]?.inputs ?? []), ...(calls[base]?.outputs ?? [])];
  const inputs = calls[at]?.inputs ?? [];
  const text = steps.map(({ kind, at: position }) => {
    const sign = { same: '=', added: '+', removed: '-' }[kind];
    return `${sign}${kind === 'removed' ? before[position] : inputs[position]}`;
  });
  return `${base}: ${text.join(' ')}`;
}

function turnsOf(...calls: readonly ThreadCall[]): readonly string[] {
  return buildThread(calls).map((turn, at) => shown(turn, calls, at));
}

describe('buildThread', () => {
  it('shows the messages of a call that are neither inputs nor outputs of the previous call', () => {
    expect(turnsOf(call('su', 'a'), call('suat', 'b'), call('suatbv'))).toEqual([
      '-1: +s +u',
      '0: =s =u =a +t',
      '1: =s =u =a =t =b +v',
    ]);
  });

  it('shows a rewritten system prompt and a shortened context as differences', () => {
    expect(turnsOf(call('su', 'a'), call('Suav'), call('Sv', 'c'))).toEqual([
      '-1: +s +u',
      '0: -s +S =u =a +v',
      '1: =S -u -a =v',
    ]);
  });

  it('continues the latest call with the longest common beginning and skips calls of another agent', () => {
    expect(turnsOf(call('su', 'a'), call('xy', 'z'), call('suat'), call('xyzw'))).toEqual([
      '-1: +s +u',
      '-1: +x +y',
      '0: =s =u =a +t',
      '1: =x =y =z +w',
    ]);
  });

  it('lists every input once in order, with the steps from the base to the inputs', () => {
    const messages = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 });
    const calls = fc.array(fc.record({ inputs: messages, outputs: messages }), { maxLength: 8 });
    fc.assert(
      fc.property(calls, (all) => {
        for (const [at, { base, steps }] of buildThread(all).entries()) {
          const before = [...(all[base]?.inputs ?? []), ...(all[base]?.outputs ?? [])];
          const inputs = all[at]?.inputs ?? [];
          const positionsOf = (kinds: readonly string[]) =>
            steps.filter(({ kind }) => kinds.includes(kind)).map((step) => step.at);
          const kept = positionsOf(['same']).map((position) => inputs[position]);
          const removed = positionsOf(['removed']).map((position) => before[position]);

          expect(base).toBeLessThan(at);
          expect(positionsOf(['same', 'added'])).toEqual([...inputs.keys()]);
          expect([...kept, ...removed].sort()).toEqual([...before].sort());
        }
      }),
    );
  });

  it('replaces the rest as a whole if two lists are too long to be matched', () => {
    const long = Array.from({ length: 1200 }, (_, at) => `old ${at}`);
    const other = [...Array.from({ length: 1200 }, (_, at) => `new ${at}`), 'old 7'];

    const [, turn] = buildThread([
      { inputs: ['s', ...long], outputs: [] },
      { inputs: ['s', ...other], outputs: [] },
    ]);

    const count = (of: string) => turn?.steps.filter(({ kind }) => kind === of).length;
    expect([count('same'), count('removed'), count('added')]).toEqual([1, 1200, 1201]);
  });
});
