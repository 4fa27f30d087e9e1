import { addressOf } from '../../api/call.js';
import { apiKey } from '../../api/credentials.js';
import { fileOfAddress } from '../../api/opened-files.js';
import { lastCost, readCost } from '../../api/query-cost.js';
import { traceWorker } from '../workers/page-workers.js';
import type { Outline } from './outline.js';

export interface LoadOptions {
  readonly signal: AbortSignal;
  /** Takes the first spans of a long trace. */
  readonly onPart?: (outline: Outline) => void;
}

/** Reads the outline of a trace. Rejects with an ApiProblem. */
export async function loadOutline(traceId: string, options: LoadOptions): Promise<Outline> {
  const outline = await loadChanged(traceId, { ...options, etag: undefined });
  return outline as Outline;
}

/** Reads the outline of a trace again; undefined if it is still the version of `etag`. */
export async function loadChanged(
  traceId: string,
  { signal, onPart, etag }: LoadOptions & { readonly etag: string | undefined },
): Promise<Outline | undefined> {
  const opened = fileOfAddress()?.traces.find((trace) => trace.traceId === traceId);
  if (opened !== undefined) {
    return opened;
  }
  const key = apiKey.get();
  const headers = {
    ...(key !== undefined && { authorization: `ApiKey ${key}` }),
    ...(etag !== undefined && { 'if-none-match': etag }),
  };
  const request = { address: addressOf(`/traces/${traceId}/outline`), headers };
  const { outline, cost } = await traceWorker.run('receiveOutline', request, {
    signal,
    onPart: (part) => onPart?.(part as Outline),
  });
  if (cost !== undefined) {
    lastCost.set(readCost(new Headers({ 'x-query-cost': cost })));
  }
  return outline;
}
