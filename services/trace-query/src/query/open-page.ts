import type { Clock } from '@spanhouse/service-runtime';
import { toRatePercent, type Windowing } from '@spanhouse/span-schema';
import type { PageStream, SpanSelection, StreamOptions } from '@spanhouse/trace-store/reader';
import type { Cursor, CursorCodec } from './cursor.js';
import type { ItemStream, ListOptions, ListRequest, ShownWindow } from './list-request.js';
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
  const windowing = narrow(request.windowing, request.range);
  const window = openWindow(windowing, context.limits, context.clock.nowNs());
  const snapshot = await context.snapshots.current(request.atLeast);
  return { window, after: undefined, snapshot };
}

function narrow(windowing: Windowing, range: ListRequest['range']): Windowing {
  const bounds = (name: 'oldest' | 'newest') =>
    [windowing[name], range?.[name]].filter((bound) => bound !== undefined).toSorted(byTime);
  return { ...windowing, oldest: bounds('oldest').at(-1), newest: bounds('newest')[0] };
}

function byTime(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right);
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
  const { rate, oldest, newest, order, boundary, limit } = window;
  return {
    project_id: request.projectId,
    filter: request.filter,
    ...{ oldest, newest, order, boundary, snapshot, limit },
    ratePercent: rate === undefined ? undefined : toRatePercent(rate),
  };
}

interface PageReading<Position> {
  readonly request: ListRequest;
  readonly page: OpenPage<Position>;
  readonly options: ListOptions;
}

/** The items of the page, or of all pages from there on. */
export async function* readPage<Position, Item extends Position>(
  { request, page, options }: PageReading<Position>,
  context: PageContext<Position>,
  stream: (
    selection: SpanSelection & { readonly after: Position | undefined },
    options: StreamOptions,
  ) => PageStream<Item>,
): ItemStream<Item> {
  const { signal } = options;
  const selection = { ...toSelection(request, page), after: page.after };
  if (options.extent === 'everything') {
    const limit = request.windowing.limit ?? Number.MAX_SAFE_INTEGER;
    yield* stream({ ...selection, limit }, { signal, deadline: 'each' });
    return undefined;
  }
  const items = stream(selection, { signal, deadline: 'shared' });
  let last: Item | undefined;
  for (;;) {
    const step = await items.next();
    if (step.done) {
      return showWindow(request, { ...page, last: step.value ? last : undefined }, context);
    }
    last = step.value.at(-1);
    yield step.value;
  }
}

/** What the response says about the window: only when there is more, or the limit is not the one asked for. */
function showWindow<Position>(
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
