import type { Route } from '@spanhouse/api-kit';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { ActorPage } from '@spanhouse/trace-store/reader';
import { shownWindow } from '../http/list-answer.js';
import { type ReadContext, readRoute } from '../http/read-handler.js';
import type { Answer } from '../http/send-json.js';
import { toListRequest } from '../lists/list-services.js';
import { type AnalyticsServices, measuredAnalytics } from './analytics-services.js';
import { type Actor, listActors } from './list-actors.js';
import { type ActorsQuery, parseActorsQuery } from './parse-actors-query.js';

/** Lists the sessions and the users of a project, each under both of their paths. */
export function postActorsQuery(services: AnalyticsServices): readonly Route[] {
  return [
    actorsRoute(services, 'session', '/spans/sessions/query'),
    actorsRoute(services, 'session', '/tracing/sessions/query'),
    actorsRoute(services, 'user', '/spans/users/query'),
    actorsRoute(services, 'user', '/tracing/users/query'),
  ];
}

/** Creates a route for one kind of actor. */
function actorsRoute(services: AnalyticsServices, actor: Actor, path: `/${string}`): Route {
  return readRoute(services, `POST ${path}`, {
    kind: 'actors',
    parse: (req) => parseActorsQuery(req, services.settings.bodyLimitBytes),
    answer: (query, context) => answerActors({ ...query, actor }, services, context),
  });
}

/** Reads a page of the ids of one kind of actor, and returns the answer. */
export async function answerActors(
  { actor, isLatest, withSummaries, ...query }: ActorsQuery & { readonly actor: Actor },
  services: AnalyticsServices,
  context: ReadContext,
): Promise<Answer> {
  const list = toListRequest(query, context);
  const { actors, window } = await listActors(
    { ...list, actor, isLatest, withSummaries },
    { analytics: measuredAnalytics(services, context), ...services.actorPages[actor] },
    context.signal,
  );
  return {
    count: actors.length,
    [`${actor}_ids`]: actors.map(({ id }) => id),
    ...(withSummaries && { [`${actor}s`]: actors.map((found) => shownSummary(actor, found)) }),
    windowing: shownWindow(window),
  };
}

function shownSummary(actor: Actor, { id, summary }: ActorPage['actors'][number]): object {
  return {
    [`${actor}_id`]: id,
    ...(summary && {
      traces: summary.traces,
      first_time: formatTimestamp(summary.firstTime),
      last_time: formatTimestamp(summary.lastTime),
      tokens: summary.tokens,
      costs: summary.costs,
      errors: summary.errors,
    }),
  };
}
