import { HttpProblem, type HttpRequest, type HttpResponse, type Route } from '@spanhouse/api-kit';
import { QueryTooLarge } from '@spanhouse/traceql';
import { dialectRoutes, type RouteName } from '../front-doors/dialect-routes.js';
import type { SearchServices } from '../front-doors/open-services.js';
import { writePlainProblem } from '../front-doors/problem-text.js';
import type { TempoSettings } from '../front-doors/tempo-settings.js';
import type { Read } from '../http/read-handler.js';

/** The dependencies of the routes of the Tempo dialect. */
export interface TempoServices extends SearchServices {
  readonly tempo: TempoSettings;
}

const dialect = { base: '/tempo', writeProblem: writePlainProblem } as const;

/** Creates a route that reads spans, below the base path of the dialect: `GET /api/search`. */
export function tempoRoute<Request>(
  services: TempoServices,
  name: RouteName,
  read: Read<Request>,
): Route {
  return dialectRoutes(services, dialect).read(name, refusingExcess(read));
}

/** Creates a route that reads no spans but needs the same credentials. */
export function tempoPage(
  services: TempoServices,
  path: string,
  send: (req: HttpRequest, res: HttpResponse) => void,
): Route {
  return dialectRoutes(services, dialect).page(path, send);
}

/** Wraps a read: a query that needs more than its limits is refused with a 422 that describes how to change it. */
function refusingExcess<Request>(read: Read<Request>): Read<Request> {
  const { answer, send } = read;
  return {
    ...read,
    ...(answer && {
      answer: (request, context) => refuse(async () => await answer(request, context)),
    }),
    ...(send && { send: (request, exchange) => refuse(() => send(request, exchange)) }),
  };
}

async function refuse<Result>(compute: () => Promise<Result>): Promise<Result> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof QueryTooLarge) {
      throw new HttpProblem(422, { detail: error.message });
    }
    throw error;
  }
}
