import { randomUUID } from 'node:crypto';
import { BodyReadError } from '../bodies/body-read-error.js';
import type { FailureLog } from '../problems/failure-log.js';
import { ForeignRequest, type HttpProblem, toHttpProblem } from '../problems/http-problem.js';
import type { BasePaths } from './base-paths.js';
import { requestIdOf } from './request-id.js';
import type { HttpErrorHandler, HttpResponse, Route } from './route.js';
import { routeOf } from './route-table.js';

/** Creates the error handler of the app. It answers with the failure and logs failures of the server. */
export function sendFailures(failures: FailureLog, bases: BasePaths): HttpErrorHandler {
  return (error, { req, res }) => {
    if (error instanceof BodyReadError && error.reason === 'aborted') {
      res.destroy();
      return;
    }
    const route = routeOf(res);
    const problem = toHttpProblem(error);
    const isAnswered = res.headersSent;
    const supportId = isAnswered ? undefined : writeHead(problem, res);
    failures.report(problem, { requestId: requestIdOf(res), supportId, route: route?.path });
    if (isAnswered) {
      res.destroy(); // an interrupted answer must not look complete
      return;
    }
    const write = writerOf(problem, route, () => bases.findWriter(req.path));
    write(problem, req, res);
  };
}

type WriteProblem = NonNullable<Route['writeProblem']>;

/** Returns the writer of the route. Below a base path, its API writes the refusals that no route writes. */
function writerOf(
  problem: HttpProblem,
  route: Route | undefined,
  findBaseWriter: () => WriteProblem | undefined,
): WriteProblem {
  const isRefused = route === undefined || problem instanceof ForeignRequest;
  return route?.writeProblem ?? (isRefused ? findBaseWriter() : undefined) ?? writeJson(route);
}

/** Sets the status and the headers of a failure. Returns the support id of failures of the server. */
function writeHead(problem: HttpProblem, res: HttpResponse): string | undefined {
  res.removeHeader('trailer'); // announced for the answer that failed; Node refuses it together with a length
  res.status(problem.status);
  res.set(problem.headers);
  if (problem.status < 500) {
    return undefined;
  }
  const supportId = randomUUID();
  res.set('x-ag-support-id', supportId);
  res.set('x-ag-support-ts', new Date().toISOString());
  return supportId;
}

/** Writes the body of a failure as JSON; failures of the server name the operation. */
function writeJson(route: Route | undefined): WriteProblem {
  return ({ status, body }, _req, res) => {
    const { detail } = body;
    const shown =
      status >= 500 && typeof detail === 'object'
        ? { ...body, detail: { ...detail, operation_id: operationOf(route) } }
        : body;
    res.type('application/json').send(JSON.stringify(shown, writableValue));
  };
}

/** Large integers in the `input` of a 422 are `bigint`, which JSON.stringify refuses. */
function writableValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** `POST /spans/query` is operation `post_spans_query`. */
function operationOf(route: Route | undefined): string {
  if (route === undefined) {
    return 'unknown';
  }
  const words = route.path.split(/\W+/).filter((word) => word !== '');
  return [route.method.toLowerCase(), ...words].join('_');
}
