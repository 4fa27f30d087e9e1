import { numberRoots } from './use-trace-model.js';

describe('numberRoots', () => {
  const parent = Int32Array.from([-1, 0, -1, -1, -1]);
  const orphans = new Map([[2, '00f067aa0ba902b7']]);
  const cycles = new Map([[3, '00f067aa0ba902b8']]);

  it('numbers the spans without a parent, but neither orphans nor cycles', () => {
    expect([...numberRoots({ parent, orphans, cycles })]).toEqual([
      [0, 1],
      [4, 2],
    ]);
  });

  it('numbers nothing where there is one root', () => {
    expect(numberRoots({ parent: parent.subarray(0, 4), orphans, cycles }).size).toBe(0);
  });
});
