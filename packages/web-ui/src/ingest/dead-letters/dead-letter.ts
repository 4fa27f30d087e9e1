import type { DeadLetter, DeadLetterRetry } from '@spanhouse/span-schema/api';
import type { ShownSpan } from '../../api/shown-span.js';

export type { DeadLetter };

export const stages = { insert: 'refused by the store', decode: 'unreadable messages' } as const;
export type Stage = keyof typeof stages;

export function isStage(text: string | undefined): text is Stage {
  return text !== undefined && Object.hasOwn(stages, text);
}

/** A dead letter with its spans. If they cannot be decoded, it contains their bytes in base64. */
export interface OpenLetter {
  readonly dead_letter: DeadLetter;
  readonly spans?: readonly ShownSpan[];
  readonly bytes?: string;
}

/** Changes to apply on a retry. If both lists are empty, nothing is changed. */
export type LetterChange = {
  readonly [Name in keyof DeadLetterRetry]-?: NonNullable<DeadLetterRetry[Name]>;
};
type ClampedTime = LetterChange['clamp'][number];

/** Returns whether a text names a time field that a retry can clamp. */
export function isClampedTime(text: unknown): text is ClampedTime {
  return text === 'start_time' || text === 'end_time';
}

/** Parses attribute paths from a text with one path per line. */
export function readPaths(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
