import { type Filtering, FilterTextError } from './filtering.js';
import { parseFilterText } from './parse-filter-text.js';

/** Parses a filter text. Returns the filter, undefined for an empty text, or the error in the text. */
export function readFilterText(text: string): Filtering | FilterTextError | undefined {
  try {
    return parseFilterText(text);
  } catch (error) {
    if (error instanceof FilterTextError) {
      return error;
    }
    throw error;
  }
}
