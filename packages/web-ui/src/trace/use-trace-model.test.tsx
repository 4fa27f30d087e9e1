import { numberRoots } from './use-trace-model.js';

const none = new Map<number, string>();

describe('numberRoots', () => {
  it('numbers the spans without a parent, but neither orphans nor cycles', () => {
    const parent = Int32Array.from([-1, 0, -1, -1, -1]);
    const orphans = new Map([[2, '00f067aa0ba902b7']]);
    const cycles = new Map([[3, '00f067aa0ba902b8']]);

    expect([...numberRoots({ parent, orphans, cycles })]).toEqual([
      [0, 1],
      [4, 2],
    ]);
  });

  it('numbers nothing where there is one root', () => {
    expect(
      numberRoots({ parent: Int32Array.from([-1, 0]), orphans: none, cycles: none }).size,
    ).toBe(0);
  });
});
