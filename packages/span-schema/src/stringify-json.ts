import type { JsonValue } from './json.js';

/** Node 24 has it; TypeScript's ES2023 library does not. */
interface JsonWithRawLiterals {
  rawJSON(literal: string): unknown;
}

/**
 * JSON text of a value, a `bigint` as the integer literal it was parsed from.
 *
 * JSON.stringify throws on a bigint before anything is written, so the replacer's cost is paid only by
 * values that hold one.
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
