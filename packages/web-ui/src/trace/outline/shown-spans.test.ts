import type { Outline } from './outline.js';
import { keySpansOf, withAncestors } from './shown-spans.js';

/** Span 0 has the children 1 and 4; spans 2 and 3 are below 1. */
const parent = Int32Array.from([-1, 0, 1, 1, 0]);
const outline = { count: parent.length, parent };

describe('keySpansOf', () => {
  it('keeps roots, failures and the spans of agents, tools and models', () => {
    const texts = ['task', 'chat', 'tool'];
    const type = Int32Array.from([0, 0, 1, 2, 0]);
    const status = Uint8Array.from([0, 0, 0, 0, 2]);

    const kept = keySpansOf({ ...outline, texts, type, status } as Partial<Outline> as Outline);

    expect([...kept]).toEqual([1, 0, 1, 1, 1]);
  });
});

describe('withAncestors', () => {
  it('marks spans and all that lies above them', () => {
    expect([...withAncestors(outline, [3])]).toEqual([1, 1, 0, 1, 0]);
  });
});
