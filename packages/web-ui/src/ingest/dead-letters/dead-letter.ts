import type { DeadLetter } from '@spanhouse/span-schema/api';
import type { ShownSpan } from '../../api/shown-span.js';

export type { DeadLetter };

export const stages = { insert: 'refused by the store', decode: 'unreadable messages' } as const;
export type Stage = keyof typeof stages;

export function isStage(text: string | undefined): text is Stage {
  return text !== undefined && Object.hasOwn(stages, text);
}

/** A dead letter with its spans, or with their bytes in base64 if the spans cannot be decoded. */
export interface OpenLetter {
  readonly dead_letter: DeadLetter;
  readonly spans?: readonly ShownSpan[];
  readonly bytes?: string;
}

/** Parses attribute paths, one per line. */
export function readPaths(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
