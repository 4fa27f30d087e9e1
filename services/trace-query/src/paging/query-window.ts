import type { Windowing, WindowOrder } from '@spanhouse/span-schema';
import type { SpanBoundary } from '@spanhouse/trace-store/reader';

/** Window of a list with all defaults filled in. Times are in ns since the Unix epoch. */
export interface QueryWindow {
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly order: WindowOrder;
  /** Maximum number of items per page. */
  readonly limit: number;
  readonly rate: number | undefined;
  /** Position to use if a client has built a cursor from a span that is not stored. */
  readonly boundary?: SpanBoundary | undefined;
}

/** Configured limits for pages. */
export interface PageLimits {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Time between the default `oldest` and the current time; undefined means that `oldest` has no default. */
  readonly lookBackNs: bigint | undefined;
}

/** Returns the window of a first page with all defaults filled in. */
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

/** Returns the window of a later page. Only the limit can differ from the first page's window. */
export function continueWindow(
  window: QueryWindow,
  windowing: Windowing,
  limits: PageLimits,
): QueryWindow {
  return { ...window, limit: Math.min(windowing.limit ?? window.limit, limits.maxLimit) };
}

/** Returns true if a request's limit exceeds the maximum size of a page. */
export function isClamped(windowing: Windowing, limits: PageLimits): boolean {
  return windowing.limit !== undefined && windowing.limit > limits.maxLimit;
}
