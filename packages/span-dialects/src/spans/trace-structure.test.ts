import { structureOf } from './trace-structure.js';

function span(span_id: string, start: number, parent_id?: string) {
  return { span_id, parent_id, start_time: BigInt(start) };
}

describe('structureOf', () => {
  it('uses the earliest span without a parent as the root, and its start as the time of the trace', () => {
    const { root, time, cyclic } = structureOf([
      span('orphan', 1, 'nowhere'),
      span('root', 2),
      span('other root', 3),
    ]);

    expect([root, time, cyclic.size]).toEqual([1, 2n, 0]);
  });

  it('uses the earliest start as the time of a trace without a root', () => {
    const { root, time } = structureOf([span('a', 5, 'x'), span('b', 6, 'a')]);

    expect([root, time]).toEqual([undefined, 5n]);
  });

  it('lists the spans on a cycle, but neither orphans nor spans below the cycle', () => {
    const { cyclic } = structureOf([
      span('a', 1, 'b'),
      span('b', 2, 'a'),
      span('below', 3, 'a'),
      span('self', 4, 'self'),
      span('orphan', 5, 'x'),
    ]);

    expect([...cyclic].sort()).toEqual([0, 1, 3]);
  });
});
