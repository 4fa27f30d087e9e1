import { parseTimestamp } from '@spanhouse/span-schema/timestamp';

/** What a refusal of a time says. */
export const timeForms =
  'Write a date such as 2026-05-01, a time such as 2026-05-01T10:05:00.25+02:00, or a Unix time of 10, 13, 16 or 19 digits.';

/** Reads a time in any form that the API takes, into ns since 1970; undefined for other texts. */
export function readAnyTime(text: unknown): bigint | undefined {
  return typeof text === 'string' ? parseTimestamp(text.trim()) : undefined;
}
