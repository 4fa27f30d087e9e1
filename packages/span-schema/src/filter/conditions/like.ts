/**
 * Rewrites a pattern so that `\` occurs only before `%`, `_` and `\`, because all engines interpret such a pattern in
 * the same way. An escaped ordinary character is replaced by the character itself. A `\` at the end is literal.
 */
export function canonicalLikePattern(pattern: string): string {
  return pattern.replace(/\\(.?)/gsu, (_escape, next: string) => {
    const literal = next === '' ? '\\' : next;
    return /[%_\\]/.test(literal) ? `\\${literal}` : literal;
  });
}

const anyText = Symbol('any text');
const anyCharacter = Symbol('any character');
type Token = string | typeof anyText | typeof anyCharacter;

/**
 * Creates a function that matches whole strings against a canonical pattern. A match takes at most pattern length ×
 * string length steps.
 */
export function createLikeMatcher(pattern: string): (text: string) => boolean {
  const tokens = toTokens(pattern);
  return (text) => matches(tokens, [...text]);
}

function toTokens(pattern: string): Token[] {
  return [...pattern.matchAll(/\\(.)|(%+)|(_)|(.)/gsu)].map(([, escaped, any, one, plain]) => {
    if (any !== undefined) {
      return anyText;
    }
    return one === undefined ? (escaped ?? plain ?? '') : anyCharacter;
  });
}

/**
 * Matches a string. It is enough to backtrack to the last `%`, because the last `%` can match everything that an
 * earlier `%` can match.
 */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let resumeToken = -1;
  let resumeCharacter = 0;
  let character = 0;
  while (character < characters.length) {
    if (tokens[token] === anyText) {
      token += 1;
      resumeToken = token;
      resumeCharacter = character;
    } else if (tokens[token] === anyCharacter || tokens[token] === characters[character]) {
      token += 1;
      character += 1;
    } else if (resumeToken >= 0) {
      token = resumeToken;
      resumeCharacter += 1;
      character = resumeCharacter;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every((rest) => rest === anyText);
}
