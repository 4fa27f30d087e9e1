import { isJsonObject, type JsonValue } from '../../json/json.js';

type Found = JsonValue | undefined;

/**
 * Returns the value at a dotted path; undefined if the path leads nowhere. A name may contain dots: shorter names are tried first,
 * so `a.b` leads to `b` in `a` before it leads to a member `a.b`.
 */
export function findInPath(value: Found, path: string): Found {
  return find(value, path.split('.'), (left, right) => left - right);
}

/** Returns the value at a dotted path, but tries longer names of the outermost members first. */
export function findInNames(value: Found, path: string): Found {
  return find(value, path.split('.'), (left, right) => right - left);
}

function find(
  value: Found,
  segments: readonly string[],
  order: (left: number, right: number) => number,
): Found {
  if (value === undefined || segments.length === 0) {
    return value;
  }
  for (const length of segments.map((_, index) => index + 1).sort(order)) {
    const member = memberOf(value, segments.slice(0, length).join('.'));
    const found = find(member, segments.slice(length), (left, right) => left - right);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function memberOf(value: JsonValue, name: string): Found {
  if (Array.isArray(value)) {
    return String(Number(name)) === name ? value[Number(name)] : undefined;
  }
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
