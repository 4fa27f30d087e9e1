import type { SessionsAnswer, UsersAnswer } from '@spanhouse/span-schema/api';
import { call } from '../api/call.js';
import type { LoadPage } from '../api/cursor-pages.js';
import type { ActiveFilter } from '../filter-bar/use-filter.js';
import { NEIGHBOUR_PAGE } from './find-neighbour.js';

const PAGE_SIZE = 50;

type Session = NonNullable<SessionsAnswer['sessions']>[number];

/** A session or user with the totals of its traces; see docs/api/analytics.md. */
export type ActorSummary = Omit<Session, 'session_id'> & { readonly id: string };

/** Selects how traces are grouped: by session id or by user id. Both ids are span attributes. */
export type Actor = 'session' | 'user';

type Summary = Omit<Session, 'session_id'> & Readonly<Partial<Record<`${Actor}_id`, string>>>;

type ActorsAnswer = Partial<
  Pick<SessionsAnswer & UsersAnswer, `${Actor}_ids` | 'windowing'> &
    Record<`${Actor}s`, readonly Summary[]>
>;

type Question = Pick<ActiveFilter, 'filtering' | 'bounds'>;

/** Returns the API request for the first page of matching sessions or users. */
export function requestOfActors(actor: Actor, { filtering, bounds }: Question) {
  return {
    path: `/spans/${actor}s/query`,
    body: {
      realtime: true,
      include_summary: true,
      ...(filtering && { filtering }),
      windowing: { ...bounds, limit: PAGE_SIZE },
    },
  } as const;
}

/** Returns a function that reads pages of matching sessions or users, most recently active first. */
export function loadActors(actor: Actor, question: Question): LoadPage<ActorSummary> {
  const { path, body: first } = requestOfActors(actor, question);
  return async (next, signal) => {
    const body = next === undefined ? first : { ...first, windowing: { next } };
    const answer = await call<ActorsAnswer>(path, { body, signal });
    const rows = (answer[`${actor}s`] ?? []).map((summary) => ({
      ...summary,
      id: summary[`${actor}_id`] ?? '',
    }));
    return { rows, next: answer.windowing?.next };
  };
}

/** Returns a function that reads pages of ids only, in the same order as `loadActors`. */
export function loadIds(actor: Actor, { filtering, bounds }: Question): LoadPage<string> {
  return async (next, signal) => {
    const windowing = next === undefined ? { ...bounds, limit: NEIGHBOUR_PAGE } : { next };
    const body = { realtime: true, filtering, windowing };
    const answer = await call<ActorsAnswer>(`/spans/${actor}s/query`, { body, signal });
    return { rows: answer[`${actor}_ids`] ?? [], next: answer.windowing?.next };
  };
}
