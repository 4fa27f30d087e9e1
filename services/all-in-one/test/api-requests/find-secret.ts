import type { Json } from '../http-client.js';

/** Values that belong to only one project: strings in lower case, and a range of numbers. */
export interface Secrets {
  readonly texts: readonly string[];
  readonly numbers: { readonly min: number; readonly max: number };
}

/**
 * Returns the first secret in a response, if there is one. Finds strings in any part of the response, even if the
 * response adds dashes, as in a UUID. Finds numbers in JSON and in JSON lines.
 */
export function findSecret(answer: string, { texts, numbers }: Secrets): string | undefined {
  const isSecret = (number: number) => number >= numbers.min && number <= numbers.max;
  const folded = answer.toLowerCase();
  const undashed = folded.replaceAll('-', '');
  return (
    texts.find((text) => folded.includes(text) || undashed.includes(text)) ??
    answer.split('\n').flatMap(numbersInLine).find(isSecret)?.toString()
  );
}

function numbersInLine(line: string): readonly number[] {
  return /^\s*[[{]/.test(line) ? numbersIn(JSON.parse(line)) : [];
}

function numbersIn(value: Json): readonly number[] {
  if (typeof value === 'number') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
