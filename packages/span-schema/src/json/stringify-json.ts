import type { JsonValue } from './json.js';

/** Node 24 has `JSON.rawJSON`; TypeScript's ES2024 library does not declare it. */
interface JsonWithRawLiterals {
  rawJSON(literal: string): unknown;
}

/**
 * Returns the JSON text of a value, with each `bigint` as an integer literal. JSON.stringify throws
 * on a bigint, so only values that contain one pay for the replacer.
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
