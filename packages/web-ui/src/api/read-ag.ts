import { readPart } from './json/parse-large-json.js';
import { type ShownSpan, valueAt } from './shown-span.js';

/** Returns the span with its member `ag` parsed, even if the response was too large to parse as a whole. */
export function readAg(span: ShownSpan): ShownSpan {
  const built = valueAt(span.attributes, 'ag');
  const ag = readPart(built);
  return ag === undefined || ag === built
    ? span
    : { ...span, attributes: { ...span.attributes, ag } };
}
