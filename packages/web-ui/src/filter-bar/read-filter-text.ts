import { type Filtering, FilterTextError } from './filtering.js';
import { parseFilterText } from './parse-filter-text.js';

/** Returns the filter of a text, undefined if there is no filter, or the error in the text. */
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
