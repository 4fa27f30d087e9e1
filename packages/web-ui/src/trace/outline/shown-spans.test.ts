import { anOutline } from '../../testing/an-outline.js';
import { keySpansOf, withAncestors } from './shown-spans.js';

/** Span 0 has the children 1 and 4; spans 2 and 3 are below 1. */
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
