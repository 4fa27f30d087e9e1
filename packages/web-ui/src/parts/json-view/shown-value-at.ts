import { parseExactJson } from '../../api/json/parse-exact-json.js';
import { UnreadJson } from '../../api/json/unread-json.js';
import type { Json } from '../../api/shown-span.js';
import type { ShownValue } from '../values/shown-value.js';
import type { JsonPath, JsonTree } from './json-tree.js';

/** Returns the field of spans that holds the value at a path; undefined if no filter can use it. */
export type FieldOfPath = (path: JsonPath) => ShownValue['place'];

/** Returns the value of a line for its menu. */
export function shownValueAt(
  tree: JsonTree,
  row: number,
  placeOf: FieldOfPath | undefined,
): ShownValue {
  const { from, to, container } = tree.rowAt(row);
  const path = tree.pathAt(row);
  const place = placeOf?.(path);
  const source = () => tree.index.text.slice(from, to);
  return {
    name: path.join('.') || 'the whole value',
    // Most lines are only displayed, and a text may be long.
    get value() {
      return container < 0
        ? (parseExactJson(source()) as Json)
        : (new UnreadJson(tree.index, container) as unknown as Json);
    },
    get text() {
      const { value } = this;
      return typeof value === 'string' ? value : source();
    },
    ...(place !== undefined && { place }),
  };
}
