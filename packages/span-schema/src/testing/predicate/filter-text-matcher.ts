import { createLikeMatcher } from '../../filter/conditions/like.js';
import type { TextMatch } from '../../filter/filter.js';

export function createTextMatcher(test: TextMatch): (text: string) => boolean {
  const matches = createCasedMatcher(test);
  return test.isCaseSensitive ? matches : (text) => matches(text.toLowerCase());
}

function createCasedMatcher({ match, operand }: TextMatch): (text: string) => boolean {
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
