import type { TextMatch } from '@spanhouse/span-schema';
import { bind } from '../connection/statement.js';

/**
 * Returns an SQL condition that is true if a string matches. `text` is SQL for the string; the operand of a
 * case-insensitive match is already in lower case.
 */
export function textMatches(text: string, { match, operand, isCaseSensitive }: TextMatch): string {
  const cased = isCaseSensitive ? text : `lowerUTF8(${text})`;
  const bound = bind('String', operand);
  switch (match) {
    case 'equals':
      return `${cased} = ${bound}`;
    case 'starts_with':
      return `startsWith(${cased}, ${bound})`;
    case 'ends_with':
      return `endsWith(${cased}, ${bound})`;
    case 'contains':
      return `position(${cased}, ${bound}) > 0`;
    case 'like':
      return `${cased} LIKE ${bound}`;
  }
}
