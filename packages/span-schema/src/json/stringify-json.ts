import type { JsonValue } from './json.js';

/** Declares `JSON.rawJSON`, which Node 24 has but TypeScript's ES2024 library does not declare. */
interface JsonWithRawLiterals {
  rawJSON(literal: string): unknown;
}

/**
 * Returns a value as JSON and writes each `bigint` as an integer literal. JSON.stringify throws on a bigint, and only
 * then is the slower replacer used.
 */
export function stringifyJson(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) {
      throw error;
    }
    return JSON.stringify(value, toRawLiteral);
  }
}

function toRawLiteral(_key: string, value: unknown): unknown {
  return typeof value === 'bigint'
    ? (JSON as unknown as JsonWithRawLiterals).rawJSON(String(value))
    : value;
}
