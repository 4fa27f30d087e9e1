import type { TokenSigner } from '@spanhouse/service-runtime';
import type { ActorPage, ActorPosition, TraceAnalytics } from '@spanhouse/trace-store/reader';
import { type CursorCodec, createCursorCodec } from '../paging/cursor.js';
import type { ListRequest, ShownWindow } from '../paging/list-request.js';
import { openPage, type PageContext, showWindow, toSelection } from '../paging/open-page.js';
import { flag, int64, text } from '../paging/token.js';

export type Actor = 'session' | 'user';

/** The position of an id in a list of actors that is sorted by each actor's first or last time. */
export interface ActorListPosition extends ActorPosition {
  readonly isLatest: boolean;
}

/** A request for one page of session or user ids. */
export interface ActorRequest extends ListRequest {
  readonly actor: Actor;
  readonly isLatest: boolean;
  readonly withSummaries: boolean;
}

/**
 * Reads a page of a project's sessions or users; see docs/api/analytics.md. In the returned window, the time of the
 * last id replaces the bound at which the list starts, because older clients request the next page with this bound.
 * They also send a UUID as `next`, which is ignored. Rejects with the errors of the store, and with a 400 if the token
 * belongs to another list.
 */
export async function listActors(
  { actor, withSummaries, ...request }: ActorRequest,
  context: PageContext<ActorListPosition> & { readonly analytics: TraceAnalytics },
  signal: AbortSignal,
): Promise<Pick<ActorPage, 'actors'> & { readonly window: ShownWindow | undefined }> {
  const page = await openPage(request, context, (_uuid, first) => first);
  const isLatest = page.after?.isLatest ?? request.isLatest;
  const { actors, hasMore } = await context.analytics.listActors(
    { ...toSelection(request, page), after: page.after, actor, isLatest, withSummaries },
    signal,
  );
  const end = hasMore ? actors.at(-1) : undefined;
  const last = end && { time: end.time, id: end.id, isLatest };
  const window = showWindow(request, { ...page, last }, context);
  const start = page.window.order === 'ascending' ? 'oldest' : 'newest';
  return { actors, window: window && last ? { ...window, [start]: last.time } : window };
}

/**
 * Creates cursors for a list of sessions or a list of users. Cursors of a session list are invalid for a user list, and
 * vice versa.
 */
export function createActorCursors(
  signer: TokenSigner,
  actor: Actor,
): CursorCodec<ActorListPosition> {
  return createCursorCodec(signer, `${actor}-cursor`, { isLatest: flag, time: int64, id: text });
}
