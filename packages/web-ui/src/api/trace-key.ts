import type { Query } from '@tanstack/react-query';
import { fileOfAddress } from './opened-files.js';

/** Returns the query key for an answer about a trace. The key differs if the answer comes from an opened file. */
export function traceKey(what: string, traceId: string, ...more: readonly unknown[]) {
  return [what, traceId, fileOfAddress()?.name ?? null, ...more] as const;
}

/** Returns true if the query is about the given trace. */
export function isAboutTrace({ queryKey }: Pick<Query, 'queryKey'>, traceId: string): boolean {
  return queryKey[1] === traceId;
}

/** Returns true if the query reads a trace from the given file. */
export function isFromFile({ queryKey }: Pick<Query, 'queryKey'>, name: string): boolean {
  return queryKey[2] === name;
}
