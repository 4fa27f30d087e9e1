import { isJsonObject, type JsonValue } from '../../json/json.js';

type Found = JsonValue | undefined;
type Order = (left: string, right: string) => number;

/**
 * Returns the value at a dotted path; `undefined` if there is no such value. Names can contain dots, and shorter names
 * have priority: `a.b` refers to the member `b` of `a` rather than to a member named `a.b`.
 */
export function findInPath(value: Found, path: string): Found {
  return find(value, path, shortestFirst);
}

/** Returns the value at a dotted path. In the outermost object, longer names have priority. */
export function findInNames(value: Found, path: string): Found {
  return find(value, path, (left, right) => shortestFirst(right, left));
}

const shortestFirst: Order = (left, right) => left.length - right.length;

function find(value: Found, path: string, order: Order): Found {
  for (const name of namesIn(value, path).sort(order)) {
    const member = (value as Readonly<Record<string, JsonValue>>)[name];
    const found = name === path ? member : find(member, path.slice(name.length + 1), shortestFirst);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/**
 * Returns the names of members that match the beginning of a path. Iterates over the members, because a path has far
 * more prefixes than an object has members.
 */
function namesIn(value: Found, path: string): string[] {
  if (Array.isArray(value)) {
    const [index = ''] = path.split('.', 1);
    return String(Number(index)) === index ? [index] : [];
  }
  return isJsonObject(value) ? Object.keys(value).filter((name) => beginsWith(path, name)) : [];
}

function beginsWith(path: string, name: string): boolean {
  return path.startsWith(name) && (path.length === name.length || path[name.length] === '.');
}
