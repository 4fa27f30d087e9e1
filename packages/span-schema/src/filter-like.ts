/**
 * The pattern with `\` before `%`, `_` and `\` only, so that every engine reads it alike:
 * an escaped ordinary character is the character, a `\` at the end is itself.
 */
export function canonicalLikePattern(pattern: string): string {
  return pattern.replace(/\\(.?)/gsu, (_escape, next: string) => {
    const literal = next === '' ? '\\' : next;
    return /[%_\\]/.test(literal) ? `\\${literal}` : literal;
  });
}

const ANY_TEXT = Symbol('any text');
const ANY_CHARACTER = Symbol('any character');
type Token = string | typeof ANY_TEXT | typeof ANY_CHARACTER;

/** Whether the whole text matches a canonical pattern. Takes at most pattern × text steps. */
export function createLikeMatcher(pattern: string): (text: string) => boolean {
  const tokens = toTokens(pattern);
  return (text) => matches(tokens, [...text]);
}

function toTokens(pattern: string): Token[] {
  return [...pattern.matchAll(/\\(.)|(%+)|(_)|(.)/gsu)].map(([, escaped, any, one, plain]) => {
    if (any !== undefined) {
      return ANY_TEXT;
    }
    return one === undefined ? (escaped ?? plain ?? '') : ANY_CHARACTER;
  });
}

/** Remembers only the last `%`: what an earlier one could take, the last can take as well. */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let resumeToken = -1;
  let resumeCharacter = 0;
  let character = 0;
  while (character < characters.length) {
    if (tokens[token] === ANY_TEXT) {
      token += 1;
      resumeToken = token;
      resumeCharacter = character;
    } else if (tokens[token] === ANY_CHARACTER || tokens[token] === characters[character]) {
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
  return tokens.slice(token).every((rest) => rest === ANY_TEXT);
}
