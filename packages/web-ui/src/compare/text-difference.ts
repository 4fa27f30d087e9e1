import { alignedPositions, commonOrder } from '@spanhouse/trace-insight/common-order';

/** A piece of text that occurs in both strings or in only one of them. */
export interface TextPiece {
  readonly kind: 'same' | 'only-a' | 'only-b';
  readonly text: string;
}

/** Maximum combined length of two strings that are compared by word. Longer strings are compared by line. */
const MAX_BY_WORD = 20_000;

/**
 * Returns the common and the differing pieces of two strings, in order. Short strings are compared by word, long
 * strings by line.
 */
export function textDifference(a: string, b: string): readonly TextPiece[] {
  const split = a.length + b.length > MAX_BY_WORD ? linesOf : wordsOf;
  return joined(piecesOf(split(a), split(b)));
}

/** Counts the lines that occur in only one of two strings. */
export function countLines(a: string, b: string) {
  const pieces = piecesOf(linesOf(a), linesOf(b));
  const count = (kind: TextPiece['kind']) => pieces.filter((piece) => piece.kind === kind).length;
  return { added: count('only-b'), removed: count('only-a') };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** Splits a string into lines, including their line endings. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function piecesOf(a: readonly string[], b: readonly string[]): readonly TextPiece[] {
  const numbers = new Map<string, number>();
  const numbered = (parts: readonly string[]) =>
    Int32Array.from(parts, (part) => {
      const number = numbers.get(part) ?? numbers.size;
      numbers.set(part, number);
      return number;
    });
  const pairs = commonOrder(numbered(a), numbered(b));
  return alignedPositions(pairs, a.length, b.length).map(([atA, atB]) =>
    atB < 0
      ? { kind: 'only-a', text: a[atA] ?? '' }
      : { kind: atA < 0 ? 'only-b' : 'same', text: b[atB] ?? '' },
  );
}

/** Joins adjacent pieces of the same kind. */
function joined(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const result: TextPiece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.kind === piece.kind) {
      result[result.length - 1] = { kind: piece.kind, text: last.text + piece.text };
    } else {
      result.push(piece);
    }
  }
  return result;
}
