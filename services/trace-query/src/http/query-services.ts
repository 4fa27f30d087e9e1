import type { SavedQueryStore } from '@spanhouse/catalog';
import { badRequest } from '@spanhouse/service-runtime';
import type {
  DeadLetterCounter,
  SpanPosition,
  TraceAnalytics,
  TracePosition,
} from '@spanhouse/trace-store/reader';
import type { Actor, ActorListPosition } from '../query/list-actors.js';
import type { ItemStream, ListRequest, OpenedList } from '../query/list-request.js';
import type { PageContext } from '../query/open-page.js';
import type { Snapshots } from '../query/snapshots.js';
import type { ListQuery } from './parse-query-body.js';
import type { ReadContext, ReadServices } from './read-handler.js';

/** What the routes need beside what every read needs. */
export interface QueryServices extends ReadServices {
  readonly deadLetters: Pick<DeadLetterCounter, 'countRows'>;
  readonly savedQueries: SavedQueryStore;
  readonly spanPages: PageContext<SpanPosition>;
  readonly tracePages: PageContext<TracePosition>;
  readonly analytics: TraceAnalytics;
  readonly actorPages: Readonly<Record<Actor, PageContext<ActorListPosition>>>;
  readonly snapshots: Snapshots;
}

export function toListRequest(
  { filter, windowing, range }: ListQuery,
  { principal, atLeast }: ReadContext,
): ListRequest {
  const projectId = principal.project_id;
  return { projectId, filter, windowing, ...(range && { range }), atLeast };
}

/** The items of the list, or the 400 of a cursor that is not one of it. */
export function openedOr400<Item>(list: OpenedList<Item>): ItemStream<Item> {
  if (list.status === 'invalid_cursor') throw badRequest(list.reason);
  return list.items;
}

/** Tells the costs of the request of every statement. */
export function measuredAnalytics(
  { analytics }: QueryServices,
  { costs }: ReadContext,
): TraceAnalytics {
  return analytics.measured((cost) => costs.add(cost));
}
