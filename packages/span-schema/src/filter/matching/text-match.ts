import { createLikeMatcher } from '../conditions/like.js';
import type { TextMatch } from '../filter.js';

/** Compiles a comparison of a text with an operand. */
export function compileTextMatch(test: TextMatch): (text: string) => boolean {
  const matches = compileExact(test);
  return test.isCaseSensitive ? matches : (text) => matches(text.toLowerCase());
}

function compileExact({ match, operand }: TextMatch): (text: string) => boolean {
  switch (match) {
    case 'equals':
      return (text) => text === operand;
    case 'starts_with':
      return (text) => text.startsWith(operand);
    case 'ends_with':
      return (text) => text.endsWith(operand);
    case 'contains':
      return (text) => text.includes(operand);
    case 'like':
      return createLikeMatcher(operand);
  }
}
