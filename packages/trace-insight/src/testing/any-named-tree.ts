import fc from 'fast-check';
import type { NamedTree } from '../align-traces.js';
import { anyTree } from './any-tree.js';

const words = ['', 'ask', 'draft', 'search', 'chat', 'tool'];

/** Generates trees whose spans have few different types, names and services. The order of the texts varies. */
export function anyNamedTree(): fc.Arbitrary<NamedTree> {
  const texts = fc.shuffledSubarray(words, { minLength: words.length });
  return fc
    .tuple(anyTree(), texts, fc.infiniteStream(fc.integer({ min: -1, max: 2 })))
    .map(([{ parent }, inOrder, choices]) => {
      const column = () =>
        parent.map(() => inOrder.indexOf(words[choices.next().value] ?? 'absent'));
      return { parent, type: column(), name: column(), service: column(), texts: inOrder };
    });
}
