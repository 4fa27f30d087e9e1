import { type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import type { AgKey } from '../ag-key.js';
import type { MappedValues } from '../mapped-values.js';

const index = /^\d+$/;
const DEEPEST_PATH = 16;

type Node = Map<string, Node | { readonly value: JsonValue }>;

/**
 * Combines the values below a key into one list, passes the list to `change`, and maps the result to the key. The
 * relative paths of the values begin with an index; missing indexes are skipped. Changes nothing if the values cannot
 * be combined into a list.
 */
export function gatherList(
  mapped: MappedValues,
  key: AgKey,
  change: (list: JsonValue[]) => JsonValue[] = (list) => list,
): void {
  if (!mapped.hasLists) {
    return;
  }
  const root: Node = new Map();
  for (const [path, value] of mapped.below(key)) {
    if (!addValue(root, path.split('.'), value)) {
      return;
    }
  }
  const list = toValue(root);
  if (Array.isArray(list)) {
    mapped.deleteAtAndBelow(key);
    mapped.set(key, change(list));
  }
}

function addValue(root: Node, path: readonly string[], value: JsonValue): boolean {
  const last = path.length - 1;
  if (path.length > DEEPEST_PATH) {
    return false;
  }
  let node = root;
  for (let depth = 0; depth < last; depth++) {
    const name = path[depth] as string;
    let child = node.get(name);
    if (child === undefined) {
      child = new Map();
      node.set(name, child);
    }
    if (!(child instanceof Map)) {
      return false;
    }
    node = child;
  }
  const name = path[last] as string;
  const isFree = !node.has(name);
  node.set(name, { value });
  return isFree;
}

/** Converts a node to a list if the names of all its members are indexes, and to an object otherwise. */
function toValue(node: Node | { readonly value: JsonValue }): JsonValue {
  if (!(node instanceof Map)) {
    return node.value;
  }
  const names = [...node.keys()];
  if (names.length > 0 && names.every((name) => index.test(name))) {
    const inOrder = names.sort((left, right) => Number(left) - Number(right));
    return inOrder.map((name) => toValue(node.get(name) as Node));
  }
  const object: JsonObject = {};
  for (const [name, child] of node) {
    setMember(object, name, toValue(child));
  }
  return object;
}
