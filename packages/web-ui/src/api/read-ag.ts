import { readPart } from './json/parse-large-json.js';
import { type ShownSpan, valueAt } from './shown-span.js';

/** Returns a span of a large answer whose member `ag` is read, however much else the answer has. */
export function readAg(span: ShownSpan): ShownSpan {
  const built = valueAt(span.attributes, 'ag');
  const ag = readPart(built);
  return ag === undefined || ag === built
    ? span
    : { ...span, attributes: { ...span.attributes, ag } };
}
