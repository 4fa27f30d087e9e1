import { isJsonObject, type JsonValue } from '../../json/json.js';

/**
 * Returns the value at a dotted path, or `undefined` (see docs/api/filtering.md). Digits refer to the elements of a
 * list. Names can contain dots, and shorter names have priority: `a.b` refers to the member `b` of `a` rather than to a
 * member named `a.b`.
 */
export function valueAtPath(value: JsonValue, path: string): JsonValue | undefined {
  return valueAtDot(value, { path, dots: dotsOf(path) });
}

/**
 * Returns the value at a dotted path, like `valueAtPath`, except that the longest literal name has priority in the
 * outermost object.
 */
export function valueAtName(value: JsonValue, path: string): JsonValue | undefined {
  return valueAtDot(value, { path, dots: dotsOf(path).reverse() });
}

interface Step {
  readonly path: string;
  /** Positions in the path at which a name may end. */
  readonly dots: readonly number[];
}

function valueAtDot(value: JsonValue, { path, dots }: Step): JsonValue | undefined {
  for (const dot of dots) {
    const member = memberOf(value, path.slice(0, dot));
    if (member !== undefined && dot === path.length) {
      return member;
    }
    const found = member === undefined ? undefined : valueAtPath(member, path.slice(dot + 1));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function dotsOf(path: string): number[] {
  return [...[...path.matchAll(/\./g)].map(({ index }) => index), path.length];
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  if (Array.isArray(value)) {
    return /^(?:0|[1-9]\d{0,8})$/.test(name) ? value[Number(name)] : undefined;
  }
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
