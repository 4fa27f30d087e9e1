import { badRequest, type Route } from '@spanhouse/service-runtime';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { ActorPage } from '@spanhouse/trace-store/reader';
import { type Actor, listActors } from '../query/list-actors.js';
import { parseActorsQuery } from './parse-actors-query.js';
import { measuredAnalytics, type QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { writeWindow } from './write-answer.js';

/** The sessions and the users of a project, each under both of their paths. */
export function postActorsQuery(services: QueryServices): readonly Route[] {
  const routes: [Actor, string][] = [
    ['session', '/spans/sessions/query'],
    ['session', '/tracing/sessions/query'],
    ['user', '/spans/users/query'],
    ['user', '/tracing/users/query'],
  ];
  return routes.map(([actor, path]) => ({
    method: 'POST',
    path,
    mirrored: true,
    handler: createHandler(services, actor),
  }));
}

function createHandler(services: QueryServices, actor: Actor) {
  const { actorPages, settings } = services;
  return createReadHandler(services, {
    kind: 'actors',
    parse: (req) => parseActorsQuery(req, settings.bodyLimitBytes),
    async answer({ windowing, isLatest, withSummaries }, context) {
      const { principal, atLeast, signal } = context;
      const outcome = await listActors(
        {
          ...{ actor, windowing, isLatest, atLeast },
          projectId: principal.project_id,
          withSummaries: withSummaries && actor === 'session',
        },
        { analytics: measuredAnalytics(services, context), ...actorPages[actor] },
        signal,
      );
      if (outcome.status === 'invalid_cursor') throw badRequest("Invalid 'next' token.");
      const { actors, window } = outcome;
      const shown = {
        count: actors.length,
        [`${actor}_ids`]: actors.map(({ id }) => id),
        ...(withSummaries && actor === 'session' && { sessions: actors.map(shownSession) }),
      };
      return [JSON.stringify(shown).slice(0, -1), `${writeWindow(window)}}`];
    },
  });
}

function shownSession({ id, summary }: ActorPage['actors'][number]): object {
  return {
    session_id: id,
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
