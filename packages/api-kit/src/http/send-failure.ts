import { randomUUID } from 'node:crypto';
import { BodyReadError } from '../bodies/body-read-error.js';
import type { FailureLog } from '../problems/failure-log.js';
import { ForeignRequest, type HttpProblem, toHttpProblem } from '../problems/http-problem.js';
import type { BasePaths } from './base-paths.js';
import { requestIdOf } from './request-id.js';
import type { HttpErrorHandler, HttpResponse, Route } from './route.js';
import { routeOf } from './route-table.js';

/**
 * Creates the app's error handler. It converts the failure to a response, and logs the failure if the server caused it.
 */
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
      res.destroy(); // an interrupted response must not look complete
      return;
    }
    const write = chooseWriter(problem, route, () => bases.findWriter(req.path));
    write(problem, req, res);
  };
}

type WriteProblem = NonNullable<Route['writeProblem']>;

/**
 * Returns the writer for a failure: the route's own writer, or the JSON writer by default. Failures without a route and
 * refusals of foreign requests use the writer of the base path.
 */
function chooseWriter(
  problem: HttpProblem,
  route: Route | undefined,
  findBaseWriter: () => WriteProblem | undefined,
): WriteProblem {
  const isRefused = route === undefined || problem instanceof ForeignRequest;
  return route?.writeProblem ?? (isRefused ? findBaseWriter() : undefined) ?? writeJson(route);
}

/** Sets the status and the headers of a failure. Returns a support id if the server caused the failure. */
function writeHead(problem: HttpProblem, res: HttpResponse): string | undefined {
  // The response that failed may have set this header. Node forbids it together with a content length.
  res.removeHeader('trailer');
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

/** Returns a function that writes failures as JSON. Bodies for server failures contain the operation id. */
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

/**
 * Converts values that JSON.stringify does not support. For example, large integers in the `input` of a 422 are
 * `bigint`.
 */
function writableValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Returns the name of an operation: `POST /spans/query` becomes `post_spans_query`. */
function operationOf(route: Route | undefined): string {
  if (route === undefined) {
    return 'unknown';
  }
  const words = route.path.split(/\W+/).filter((word) => word !== '');
  return [route.method.toLowerCase(), ...words].join('_');
}
