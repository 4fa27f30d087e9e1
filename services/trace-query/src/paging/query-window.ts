import type { Windowing, WindowOrder } from '@spanhouse/span-schema';
import type { SpanBoundary } from '@spanhouse/trace-store/reader';

/** The window of a list with all defaults. Times are ns since the Unix epoch. */
export interface QueryWindow {
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly order: WindowOrder;
  /** Maximum number of items per page. */
  readonly limit: number;
  readonly rate: number | undefined;
  /** Replaces the position of a cursor that a client has built if the span of the cursor is not stored. */
  readonly boundary?: SpanBoundary | undefined;
}

/** The configured limits of pages. */
export interface PageLimits {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Age of the default `oldest`; undefined means that there is no bound. */
  readonly lookBackNs: bigint | undefined;
}

/** Returns the window of a first page with all defaults. */
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

/** Returns the window of a later page. Only the limit can differ from the first page. */
export function continueWindow(
  window: QueryWindow,
  windowing: Windowing,
  limits: PageLimits,
): QueryWindow {
  return { ...window, limit: Math.min(windowing.limit ?? window.limit, limits.maxLimit) };
}

/** Returns true if a request asks for more items than a page may have. */
export function isClamped(windowing: Windowing, limits: PageLimits): boolean {
  return windowing.limit !== undefined && windowing.limit > limits.maxLimit;
}
