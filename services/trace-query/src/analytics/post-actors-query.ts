import { type HttpRequest, parseJsonRequest, type Route, unprocessable } from '@spanhouse/api-kit';
import {
  formatTimestamp,
  isJsonObject,
  type JsonValue,
  missingField,
  notA,
  toValidationDetail,
} from '@spanhouse/span-schema';
import { actorsRequestSchema } from '@spanhouse/span-schema/api';
import type { ActorPage } from '@spanhouse/trace-store/reader';
import { z } from 'zod';
import { shownWindow } from '../http/list-answer.js';
import { type ReadContext, readRoute } from '../http/read-handler.js';
import type { Answer } from '../http/send-json.js';
import { toListRequest } from '../lists/list-services.js';
import type { ListQuery } from '../paging/list-request.js';
import { parseQueryMembers } from '../requests/parse-query-body.js';
import type { AnalyticsServices } from './analytics-services.js';
import { type Actor, listActors } from './list-actors.js';

/** Creates the routes that list a project's sessions and users. Each list is available under two paths. */
export function postActorsQuery(services: AnalyticsServices): readonly Route[] {
  return [
    actorsRoute(services, 'session', '/spans/sessions/query'),
    actorsRoute(services, 'session', '/tracing/sessions/query'),
    actorsRoute(services, 'user', '/spans/users/query'),
    actorsRoute(services, 'user', '/tracing/users/query'),
  ];
}

function actorsRoute(services: AnalyticsServices, actor: Actor, path: `/${string}`): Route {
  return readRoute(services, `POST ${path}`, {
    kind: 'actors',
    parse: parseActorsQuery,
    answer: (query, context) => answerActors({ ...query, actor }, services, context),
  });
}

/** Returns a page of sessions or users. */
export async function answerActors(
  { actor, isLatest, withSummaries, ...query }: ActorsQuery & { readonly actor: Actor },
  services: Pick<AnalyticsServices, 'actorPages'>,
  context: ReadContext,
): Promise<Answer> {
  const list = toListRequest(query, context);
  const { actors, window } = await listActors(
    { ...list, actor, isLatest, withSummaries },
    { analytics: context.analytics, ...services.actorPages[actor] },
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

/** A parsed query for sessions or users. */
interface ActorsQuery extends ListQuery {
  readonly isLatest: boolean;
  readonly withSummaries: boolean;
}

/**
 * Parses the body of a query for sessions or users; see docs/api/analytics.md. The body is required, but may be an
 * empty object. Throws a 422 that lists all structural problems, or a 400 if the filter is semantically invalid.
 */
async function parseActorsQuery(req: HttpRequest, limitBytes: number): Promise<ActorsQuery> {
  const schema = z.custom<JsonValue | undefined>();
  const body = await parseJsonRequest(req, { schema, limitBytes });
  if (body === undefined || body === null) {
    throw unprocessable([toValidationDetail(missingField, ['body'], null)]);
  }
  if (!isJsonObject(body)) {
    throw unprocessable([toValidationDetail(notA('object'), ['body'])]);
  }
  const { members, ...query } = parseQueryMembers(body, actorsRequestSchema);
  return { ...query, isLatest: members.realtime, withSummaries: members.include_summary };
}
