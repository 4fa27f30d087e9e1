import { createStore } from '../parts/store.js';

/** Database resources that a read consumed. */
export interface QueryCost {
  readonly rows: number;
  readonly bytes: number;
  readonly ms: number;
}

/** The cost of the last read that reported its cost. */
export const lastCost = createStore<QueryCost | undefined>(undefined);

/** The time up to which the last list or count includes all stored spans, as the API reported it. */
export const visibleTo = createStore<string | undefined>(undefined);

const form = /^rows=(\d+), bytes=(\d+), ms=(\d+)$/;

/** Reads `x-query-cost`; undefined if the response has none. */
export function readCost(headers: Headers): QueryCost | undefined {
  const [, rows, bytes, ms] = form.exec(headers.get('x-query-cost') ?? '') ?? [];
  return rows === undefined ? undefined : { rows: +rows, bytes: Number(bytes), ms: Number(ms) };
}
