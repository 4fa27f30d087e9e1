import { anOutline } from '../testing/an-outline.js';
import { keySpansOf, numberRoots, withAncestors } from './use-trace-model.js';

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

/** Span 0 has the children 1 and 4, and span 1 has the children 2 and 3. */
const outline = anOutline([
  { type: 'task' },
  { parent: 0, type: 'task' },
  { parent: 1, type: 'chat' },
  { parent: 1, type: 'tool' },
  { parent: 0, type: 'task', status: 2 },
]);

describe('keySpansOf', () => {
  it('keeps roots, failures and the spans of agents, tools and models', () => {
    expect([...keySpansOf(outline)]).toEqual([1, 0, 1, 1, 1]);
  });
});

describe('withAncestors', () => {
  it('marks spans and all that lies above them', () => {
    expect([...withAncestors(outline, [3])]).toEqual([1, 1, 0, 1, 0]);
  });
});
