import { parseTimestamp } from '@spanhouse/span-schema/timestamp';

/** Accepted forms of a time, for error messages. */
export const timeForms =
  'Write a date such as 2026-05-01, a time such as 2026-05-01T10:05:00.25+02:00, or a Unix time of 10, 13, 16 or 19 digits.';

/** Parses a time in any form that the API accepts into ns since 1970; undefined for other texts. */
export function readAnyTime(text: unknown): bigint | undefined {
  return typeof text === 'string' ? parseTimestamp(text.trim()) : undefined;
}
