import type { TokenSigner } from '@spanhouse/service-runtime';
import { parseUuid } from '@spanhouse/span-schema';
import type { ActorPage, ActorPosition, TraceAnalytics } from '@spanhouse/trace-store/reader';
import { type CursorCodec, createCursorCodec } from './cursor.js';
import type { ListRequest, ShownWindow } from './list-request.js';
import {
  type OpenPage,
  openFirstPage,
  openNextPage,
  type PageContext,
  toSelection,
} from './open-page.js';
import { isClamped } from './query-window.js';

export type Actor = 'session' | 'user';

/** A place in a list that goes on by the first or by the last time of each id. */
export interface ActorListPosition extends ActorPosition {
  readonly isLatest: boolean;
}

export interface ActorRequest extends Omit<ListRequest, 'filter'> {
  readonly actor: Actor;
  readonly isLatest: boolean;
  readonly withSummaries: boolean;
}

export interface ListActorsContext extends PageContext<ActorListPosition> {
  readonly analytics: TraceAnalytics;
}

export type ActorOutcome =
  | {
      readonly status: 'listed';
      readonly actors: ActorPage['actors'];
      readonly window: ShownWindow | undefined;
    }
  | { readonly status: 'invalid_cursor' };

/** A page of the sessions or users of a project (API: 9.1). Rejects as the store does. */
export async function listActors(
  request: ActorRequest,
  context: ListActorsContext,
  signal: AbortSignal,
): Promise<ActorOutcome> {
  const list = { ...request, filter: undefined };
  const page = await openPage(list, context);
  if (page === undefined) return { status: 'invalid_cursor' };
  const isLatest = page.after?.isLatest ?? request.isLatest;
  const { actor, withSummaries } = request;
  const { actors, hasMore } = await context.analytics.listActors(
    { ...toSelection(list, page), after: page.after, actor, isLatest, withSummaries },
    signal,
  );
  const last = hasMore ? actors.at(-1) : undefined;
  const position = last && { time: last.time, id: last.id, isLatest };
  return { status: 'listed', actors, window: showWindow(list, { page, position }, context) };
}

/** A UUID says nothing here: the boundary of an older client is a bound of its window. */
async function openPage(
  list: ListRequest,
  context: ListActorsContext,
): Promise<OpenPage<ActorListPosition> | undefined> {
  const { next } = list.windowing;
  return next === undefined || parseUuid(next) !== undefined
    ? await openFirstPage(list, context)
    : openNextPage(next, list, context);
}

/** With the time of the last id in place of the bound the list walks towards, for older clients. */
function showWindow(
  list: ListRequest,
  {
    page,
    position,
  }: {
    readonly page: OpenPage<ActorListPosition>;
    readonly position: ActorListPosition | undefined;
  },
  { cursors, limits }: ListActorsContext,
): ShownWindow | undefined {
  const { window, snapshot } = page;
  if (position === undefined) {
    return isClamped(list.windowing, limits) ? { ...window, next: undefined } : undefined;
  }
  const boundary =
    window.order === 'ascending' ? { oldest: position.time } : { newest: position.time };
  const scope = { project_id: list.projectId, filter: undefined };
  return { ...window, ...boundary, next: cursors.encode({ window, position, snapshot }, scope) };
}

export function createActorCursors(
  signer: TokenSigner,
  actor: Actor,
): CursorCodec<ActorListPosition> {
  return createCursorCodec(signer, {
    purpose: `${actor}-cursor`,
    write(writer, { time, id, isLatest }) {
      const text = Buffer.from(id);
      writer.uint8(Number(isLatest));
      writer.int64(time);
      writer.varint(BigInt(text.length));
      writer.bytes(text);
    },
    read(reader) {
      const isLatest = reader.uint8() === 1;
      const time = reader.int64();
      const id = Buffer.from(reader.bytes(Number(reader.varint()))).toString();
      return { time, id, isLatest };
    },
  });
}
