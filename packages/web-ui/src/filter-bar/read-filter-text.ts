import { type Filtering, FilterTextError } from './filtering.js';
import { parseFilterText } from './parse-filter-text.js';

/** Returns the filter of a text; undefined for no filter, and an error that says what is wrong with the text. */
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
