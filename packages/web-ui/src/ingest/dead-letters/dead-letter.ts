import type { ShownSpan } from '../../api/shown-span.js';

/** Accepted spans that are not stored; see docs/api/dead-letters.md. */
export interface DeadLetter {
  readonly id: string;
  readonly recorded_at: string;
  readonly stage: Stage;
  readonly reason: string;
  readonly rows: number;
  readonly log_partition: number;
  readonly log_offset: number;
  readonly first_row: number;
  readonly retried_at?: string;
}

export const stages = { insert: 'refused by the store', decode: 'unreadable messages' } as const;
export type Stage = keyof typeof stages;

export function isStage(text: string | undefined): text is Stage {
  return text !== undefined && Object.hasOwn(stages, text);
}

/** A letter with its spans, or with its bytes in base64 if they cannot be decoded. */
export interface OpenLetter {
  readonly dead_letter: DeadLetter;
  readonly spans?: readonly ShownSpan[];
  readonly bytes?: string;
}

/** What a retry changes; nothing if both are empty. */
export interface LetterChange {
  readonly drop: readonly string[];
  readonly clamp: readonly string[];
}

/** The counts of `GET /receipts/{receipt}`. */
/** Reads paths of attributes from a text with one path in each line. */
export function readPaths(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
