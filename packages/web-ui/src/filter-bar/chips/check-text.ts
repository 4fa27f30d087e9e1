import type { JsonValue } from '@spanhouse/span-schema';
import { placeConditions } from '../parse-filter-text.js';

/** Why the service refuses a filter, and which condition is the cause. */
export interface Refusal {
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

/** Checks each condition of a text as the service does. The check is loaded when a person begins to type. */
export async function findRefusal(text: string): Promise<Refusal | undefined> {
  const { checkFiltering, parseFiltering } = await import('@spanhouse/span-schema/filter-check');
  for (const { part, from, to } of placeConditions(text)) {
    const whole = 'conditions' in part ? part : { operator: 'and', conditions: [part] };
    const parsed = parseFiltering(whole as unknown as JsonValue, []);
    if (parsed.status === 'malformed') {
      return { message: parsed.issues.map(({ msg }) => msg).join(' '), from, to };
    }
    const checked = checkFiltering(parsed.filtering);
    if (checked.status === 'invalid') {
      return { message: checked.text, from, to };
    }
  }
  return undefined;
}
