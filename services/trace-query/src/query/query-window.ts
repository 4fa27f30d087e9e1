import type { Windowing, WindowOrder } from '@spanhouse/span-schema';
import type { SpanBoundary } from '@spanhouse/trace-store/reader';

/** The window of a list, with every default filled in. Times are ns since the Unix epoch. */
export interface QueryWindow {
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly order: WindowOrder;
  /** Items of a page at most. */
  readonly limit: number;
  readonly rate: number | undefined;
  /** Of a list that began at a cursor whose span was not there. */
  readonly boundary?: SpanBoundary | undefined;
}

export interface PageLimits {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** What `oldest` is when a request has none; undefined = no bound. */
  readonly lookBackNs: bigint | undefined;
}

/** The window of a first page. */
export function openWindow(windowing: Windowing, limits: PageLimits, nowNs: bigint): QueryWindow {
  const lookBack = limits.lookBackNs === undefined ? undefined : nowNs - limits.lookBackNs;
  return {
    oldest: windowing.oldest ?? lookBack,
    newest: windowing.newest,
    order: windowing.order ?? 'descending',
    limit: Math.min(windowing.limit ?? limits.defaultLimit, limits.maxLimit),
    rate: windowing.rate,
  };
}

/** The window of a later page: the first page's, except for the limit. */
export function continueWindow(
  window: QueryWindow,
  windowing: Windowing,
  limits: PageLimits,
): QueryWindow {
  return { ...window, limit: Math.min(windowing.limit ?? window.limit, limits.maxLimit) };
}

export function isClamped(windowing: Windowing, limits: PageLimits): boolean {
  return windowing.limit !== undefined && windowing.limit > limits.maxLimit;
}
