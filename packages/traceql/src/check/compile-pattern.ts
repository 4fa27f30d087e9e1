import { RE2JS } from 're2js';

/** A compiled pattern, or the reason why it is invalid. */
export type CompiledPattern =
  | { readonly status: 'compiled'; readonly matches: (text: string) => boolean }
  | { readonly status: 'invalid'; readonly reason: string };

/**
 * Compiles a pattern in RE2 syntax, which ClickHouse also uses. The pattern must match the whole string, and `.` also
 * matches a line break.
 */
export function compilePattern(pattern: string): CompiledPattern {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.DOTALL);
    return { status: 'compiled', matches: (text) => compiled.matches(text) };
  } catch (error) {
    return { status: 'invalid', reason: error instanceof Error ? error.message : String(error) };
  }
}
