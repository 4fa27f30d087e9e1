import type { Query } from '@tanstack/react-query';
import { fileOfAddress } from './opened-files.js';

/** Returns the query key for an answer about a trace. Answers from an opened file have a different key. */
export function traceKey(what: string, traceId: string, ...more: readonly unknown[]) {
  return [what, traceId, fileOfAddress()?.name ?? null, ...more] as const;
}

/** Returns true if the query is about the given trace. */
export function isAboutTrace({ queryKey }: Pick<Query, 'queryKey'>, traceId: string): boolean {
  return queryKey[1] === traceId;
}

/** Returns true if the answer about a trace came from the given file. */
export function isFromFile({ queryKey }: Pick<Query, 'queryKey'>, name: string): boolean {
  return queryKey[2] === name;
}
