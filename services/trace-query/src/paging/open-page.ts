import type { Clock } from '@spanhouse/service-runtime';
import { mapStream } from '@spanhouse/service-runtime';
import { parseUuid, toRatePercent, type Windowing } from '@spanhouse/span-schema';
import type { PageStream, SpanSelection, StreamOptions } from '@spanhouse/trace-store/reader';
import type { CursorCodec } from './cursor.js';
import type { ItemStream, ListOptions, ListRequest, ShownWindow } from './list-request.js';
import {
  continueWindow,
  isClamped,
  openWindow,
  type PageLimits,
  type QueryWindow,
} from './query-window.js';
import { positionOr400 } from './token.js';

/** A page that has not been read yet: its window, start position and snapshot. */
export interface OpenPage<Position> {
  readonly window: QueryWindow;
  readonly after: Position | undefined;
  readonly snapshot: readonly bigint[];
}

/** A request for a page of any list. The filter can be any value that can be serialized as JSON. */
type PageRequest = Omit<ListRequest, 'filter' | 'unread'> & { readonly filter: unknown };

/** Dependencies for reading the pages of a list. */
export interface PageContext<Position> {
  readonly cursors: CursorCodec<Position>;
  readonly limits: PageLimits;
  readonly clock: Clock;
}

/**
 * Opens the page that the request's `next` identifies. Older clients build their own cursors, which are UUIDs: `moveTo`
 * receives the 32 hex digits and moves the first page to the position that they encode. Throws a 400 if a token does
 * not belong to this list.
 */
export async function openPage<Position>(
  request: PageRequest,
  context: PageContext<Position>,
  moveTo: (
    hex: string,
    first: OpenPage<Position>,
  ) => Promise<OpenPage<Position>> | OpenPage<Position>,
): Promise<OpenPage<Position>> {
  const { next } = request.windowing;
  if (next === undefined) {
    return await openFirstPage(request, context);
  }
  const uuid = parseUuid(next);
  if (uuid !== undefined) {
    return await moveTo(uuid.replaceAll('-', ''), await openFirstPage(request, context));
  }
  const cursor = positionOr400(context.cursors.decode(next, scopeOf(request)));
  const { window, position, snapshot } = cursor;
  const { windowing } = request;
  return { window: continueWindow(window, windowing, context.limits), after: position, snapshot };
}

/** Opens the first page of a list. Its snapshot includes everything that is stored now. */
async function openFirstPage<Position>(
  request: PageRequest,
  context: Omit<PageContext<Position>, 'cursors'>,
): Promise<OpenPage<Position>> {
  const windowing = narrow(request.windowing, request.range);
  const window = openWindow(windowing, context.limits, context.clock.nowNs());
  return { window, after: undefined, snapshot: await request.snapshot() };
}

function narrow(windowing: Windowing, range: ListRequest['range']): Windowing {
  const bounds = (name: 'oldest' | 'newest') =>
    [windowing[name], range?.[name]].filter((bound) => bound !== undefined).toSorted(byTime);
  return { ...windowing, oldest: bounds('oldest').at(-1), newest: bounds('newest')[0] };
}

function byTime(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right);
}

/**
 * Replaces the bound at which the list starts. The request's bound belongs to a cursor that the client has built and
 * does not limit the list, so the saved query's bound is used.
 */
export function withoutStart(window: QueryWindow, range: ListRequest['range']): QueryWindow {
  return window.order === 'ascending'
    ? { ...window, oldest: range?.oldest }
    : { ...window, newest: range?.newest };
}

/** Converts a request and its page to a selection for the store. */
export function toSelection<Position>(
  request: ListRequest,
  { window, snapshot }: OpenPage<Position>,
): SpanSelection {
  const { rate, oldest, newest, order, boundary, limit } = window;
  return {
    project_id: request.projectId,
    filter: request.filter,
    oldest,
    newest,
    order,
    boundary,
    snapshot,
    limit,
    ratePercent: rate === undefined ? undefined : toRatePercent(rate),
    unread: request.unread,
  };
}

interface PageReading<Position> {
  readonly request: ListRequest;
  readonly page: OpenPage<Position>;
  readonly options: ListOptions;
}

/** Reads the items of one page, or of this page and all later pages. */
export async function* readPage<Position, Item extends Position>(
  { request, page, options }: PageReading<Position>,
  context: PageContext<Position>,
  stream: (
    selection: SpanSelection & { readonly after: Position | undefined },
    options: StreamOptions,
  ) => PageStream<Item>,
): ItemStream<Item> {
  const { signal, onSearched } = options;
  const isPage = options.extent === 'page';
  const selection = toSelection(request, page);
  const limit = isPage ? selection.limit : (request.windowing.limit ?? Number.MAX_SAFE_INTEGER);
  const items = stream(
    { ...selection, limit, after: page.after },
    isPage ? { signal, deadline: 'shared' } : { signal, deadline: 'each', onSearched },
  );
  let last: Item | undefined;
  const hasMore = yield* mapStream(items, (portion) => {
    last = portion.at(-1);
    return portion;
  });
  return showWindow(request, { ...page, last: hasMore ? last : undefined }, context);
}

/** Returns the window if there is a next page or the requested limit was reduced; otherwise undefined. */
export function showWindow<Position>(
  request: PageRequest,
  page: OpenPage<Position> & { readonly last: Position | undefined },
  { cursors, limits }: PageContext<Position>,
): ShownWindow | undefined {
  const { window, last, snapshot } = page;
  if (last === undefined) {
    return isClamped(request.windowing, limits) ? { ...window, next: undefined } : undefined;
  }
  const cursor = { window, position: last, snapshot };
  return { ...window, next: cursors.encode(cursor, scopeOf(request)) };
}

function scopeOf(request: PageRequest) {
  return { project_id: request.projectId, filter: request.filter };
}
