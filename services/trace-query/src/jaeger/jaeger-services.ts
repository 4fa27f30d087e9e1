import type { HttpMethod, HttpProblem, HttpRequest, HttpResponse, Route } from '@spanhouse/api-kit';
import { dialectRoutes, type RouteName, type SendPage } from '../front-doors/dialect-routes.js';
import type { JaegerSettings } from '../front-doors/jaeger-settings.js';
import type { SearchServices } from '../front-doors/open-services.js';
import { askForKey, textOfProblem } from '../front-doors/problem-text.js';
import type { Read } from '../http/read-handler.js';

const ofVersion3 = /^\/+jaeger\/+api\/+v3(?:[/?]|$)/;

/** Writes a failure in the format of the API version of the path. */
function writeJaegerProblem(problem: HttpProblem, req: HttpRequest, res: HttpResponse): void {
  const text = textOfProblem(problem);
  const { status } = problem;
  askForKey(problem, res);
  res.json(
    ofVersion3.test(req.originalUrl)
      ? { error: { httpCode: status, message: text } }
      : { data: null, total: 0, limit: 0, offset: 0, errors: [{ code: status, msg: text }] },
  );
}

/** The dependencies of the routes of the Jaeger dialect. */
export interface JaegerServices extends SearchServices {
  readonly jaeger: JaegerSettings;
}

const dialect = { base: '/jaeger', writeProblem: writeJaegerProblem } as const;

/** Creates a route that reads spans, below the base path of the dialect: `GET /api/services`. */
export function jaegerRoute<Request>(
  services: JaegerServices,
  name: RouteName,
  read: Read<Request>,
): Route {
  return dialectRoutes(services, dialect).read(name, read);
}

/** Creates a route that reads no spans but needs the same credentials. */
export function jaegerPage(
  services: JaegerServices,
  name: RouteName | 'GET ',
  send: SendPage,
): Route {
  const [method, path = ''] = name.split(' ') as [HttpMethod, string];
  return dialectRoutes(services, dialect).page(path, send, method);
}
