/**
 * Any JSON value. An integer literal from -2^63 to 2^64-1 is a `bigint` if it is not a safe integer, and
 * `stringifyJson` writes the same literal again.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** A JSON object. Producers choose its keys, so a key can be any string. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Returns whether a value is an object and not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own property. Producers choose the keys, so `__proto__` is treated as an ordinary key. */
export function setMember(target: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    target[key] = value;
  }
}

type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
};

/**
 * Copies the members that are not undefined, in the same order. Producers must not control the names; see `setMember`.
 */
export function withoutUndefined<Members extends object>(members: Members): Defined<Members> {
  const defined: Record<string, unknown> = {};
  for (const name in members) {
    if (members[name] !== undefined) {
      defined[name] = members[name];
    }
  }
  return defined as Defined<Members>;
}
