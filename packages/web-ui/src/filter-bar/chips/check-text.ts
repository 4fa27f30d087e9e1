import type { JsonValue } from '@spanhouse/span-schema';
import { readFilterText } from '../parse-filter-text.js';
import { groupOf } from '../toggle-condition.js';

/** The reason why a filter is refused or cannot be parsed, and the position of the error in the filter text. */
export interface Refusal {
  readonly message: string;
  /** True if the filter text cannot be parsed. If the user runs such a text, the page itself reports the error. */
  readonly isUnreadable: boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * Checks each condition of a filter text against the rules of the service, and then parses the whole text. The rules
 * are loaded when the user starts typing.
 */
export async function findRefusal(text: string): Promise<Refusal | undefined> {
  const { checkFiltering, parseFiltering } = await import('@spanhouse/span-schema/filter-check');
  for (const { part, from, to } of readFilterText(text).placed) {
    const parsed = parseFiltering(groupOf(part) as unknown as JsonValue, []);
    if (parsed.status === 'malformed') {
      const message = parsed.issues.map(({ msg }) => msg).join(' ');
      return { message, isUnreadable: false, from, to };
    }
    const checked = checkFiltering(parsed.filtering);
    if (checked.status === 'invalid') {
      return { message: checked.text, isUnreadable: false, from, to };
    }
  }
  return findMistake(text);
}

/**
 * Returns the first error that makes a filter text unparseable. Returns undefined if the text is valid or merely
 * incomplete.
 */
export function findMistake(text: string): Refusal | undefined {
  const { mistake } = readFilterText(text);
  if (mistake === undefined || mistake.at >= text.trimEnd().length) {
    return undefined;
  }
  const { message, at: from } = mistake;
  // An unclosed quotation or group extends to the end of the text.
  const [rest = ''] = /^(?:["(].*|\S*)/s.exec(text.slice(from)) ?? [];
  return { message, isUnreadable: true, from, to: from + rest.length };
}
