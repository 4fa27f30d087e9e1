import type { JsonValue } from '@spanhouse/span-schema';
import { FilterTextError } from '../filtering.js';
import { placeConditions } from '../parse-filter-text.js';
import { readFilterText } from '../read-filter-text.js';

/** Why the service refuses a filter, or why a text is none, and which part of the text is the cause. */
export interface Refusal {
  readonly message: string;
  /** Whether the text cannot be read; a page whose filter it is says so too. */
  readonly isUnreadable: boolean;
  readonly from: number;
  readonly to: number;
}

/** Checks each condition of a text as the service does, then the text. The check is loaded when a person begins to type. */
export async function findRefusal(text: string): Promise<Refusal | undefined> {
  const { checkFiltering, parseFiltering } = await import('@spanhouse/span-schema/filter-check');
  for (const { part, from, to } of placeConditions(text)) {
    const whole = 'conditions' in part ? part : { operator: 'and', conditions: [part] };
    const parsed = parseFiltering(whole as unknown as JsonValue, []);
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

/** Returns the part of a text that cannot be read; undefined also for a text that only lacks its end. */
export function findMistake(text: string): Refusal | undefined {
  const read = readFilterText(text);
  if (!(read instanceof FilterTextError) || read.at >= text.trimEnd().length) {
    return undefined;
  }
  const { message, at: from } = read;
  // What opens a quotation or a group may still be closed.
  const [rest = ''] = /^(?:["(].*|\S*)/s.exec(text.slice(from)) ?? [];
  return { message, isUnreadable: true, from, to: from + rest.length };
}
