import { createStore } from '../parts/store.js';

/** Database resources that a request consumed. */
export interface QueryCost {
  readonly rows: number;
  readonly bytes: number;
  readonly ms: number;
}

/** The cost of the most recent request for which the service reported a cost. */
export const lastCost = createStore<QueryCost | undefined>(undefined);

/** The time up to which the most recently requested list or count includes all stored spans, as reported by the API. */
export const visibleTo = createStore<string | undefined>(undefined);

const form = /^rows=(\d+), bytes=(\d+), ms=(\d+)$/;

/** Parses the header `x-query-cost`; returns undefined if the header is missing. */
export function readCost(headers: Headers): QueryCost | undefined {
  const [, rows, bytes, ms] = form.exec(headers.get('x-query-cost') ?? '') ?? [];
  return rows === undefined ? undefined : { rows: +rows, bytes: Number(bytes), ms: Number(ms) };
}
