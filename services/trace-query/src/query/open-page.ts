import type { Clock } from '@spanhouse/service-runtime';
import { toRatePercent } from '@spanhouse/span-schema';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import type { Cursor, CursorCodec } from './cursor.js';
import type { ListRequest, ShownWindow } from './list-request.js';
import {
  continueWindow,
  isClamped,
  openWindow,
  type PageLimits,
  type QueryWindow,
} from './query-window.js';
import type { Snapshots } from './snapshots.js';

/** Where a page begins. */
export interface OpenPage<Position> {
  readonly window: QueryWindow;
  readonly after: Position | undefined;
  readonly snapshot: readonly bigint[];
}

export interface PageContext<Position> {
  readonly cursors: CursorCodec<Position>;
  readonly snapshots: Snapshots;
  readonly limits: PageLimits;
  readonly clock: Clock;
}

/** The first page of a list, with everything that is stored by now. */
export async function openFirstPage<Position>(
  request: ListRequest,
  context: Omit<PageContext<Position>, 'cursors'>,
): Promise<OpenPage<Position>> {
  const window = openWindow(request.windowing, context.limits, context.clock.nowNs());
  const snapshot = await context.snapshots.current(request.atLeast);
  return { window, after: undefined, snapshot };
}

/** The page a token leads to; undefined when it is no token of this list. */
export function openNextPage<Position>(
  token: string,
  request: ListRequest,
  { cursors, limits }: PageContext<Position>,
): OpenPage<Position> | undefined {
  const cursor = cursors.decode(token, scopeOf(request));
  if (cursor === undefined) return undefined;
  const window = continueWindow(cursor.window, request.windowing, limits);
  return { window, after: cursor.position, snapshot: cursor.snapshot };
}

export function toSelection<Position>(
  request: ListRequest,
  { window, snapshot }: OpenPage<Position>,
): SpanSelection {
  const { rate, oldest, newest, order, limit } = window;
  return {
    project_id: request.projectId,
    filter: request.filter,
    oldest,
    newest,
    order,
    ratePercent: rate === undefined ? undefined : toRatePercent(rate),
    snapshot,
    limit,
  };
}

/** What the response says about the window: only when there is more, or the limit is not the one asked for. */
export function showWindow<Position>(
  request: ListRequest,
  page: OpenPage<Position> & { readonly last: Position | undefined },
  { cursors, limits }: PageContext<Position>,
): ShownWindow | undefined {
  const { window, last, snapshot } = page;
  if (last === undefined) {
    return isClamped(request.windowing, limits) ? { ...window, next: undefined } : undefined;
  }
  const cursor: Cursor<Position> = { window, position: last, snapshot };
  return { ...window, next: cursors.encode(cursor, scopeOf(request)) };
}

function scopeOf(request: ListRequest) {
  return { project_id: request.projectId, filter: request.filter };
}
