import { BodyReadError } from './body-read-error.js';
import type { FailureLog } from './failure-log.js';
import { requestIdOf } from './request-id.js';
import type { HttpRequest, HttpResponse, Route } from './route.js';
import { toHttpProblem } from './to-http-problem.js';
import { writeProblemBody, writeProblemHead } from './write-problem.js';

interface FailedRequest {
  readonly req: HttpRequest;
  readonly res: HttpResponse;
  readonly failures: FailureLog;
  /** Absent when no route was found. */
  readonly route?: Route;
}

/** Turns whatever a handler threw into the answer; failures of the server are logged. */
export function sendFailure(error: unknown, { req, res, failures, route }: FailedRequest): void {
  if (error instanceof BodyReadError && error.reason === 'aborted') {
    res.destroy();
    return;
  }
  const problem = toHttpProblem(error);
  const isAnswered = res.headersSent;
  const supportId = isAnswered ? undefined : writeProblemHead(problem, res);
  failures.report(problem, { requestId: requestIdOf(res), supportId, route: route?.path });
  if (isAnswered) {
    res.destroy(); // a broken answer must not look complete
  } else if (route?.writeProblem !== undefined) {
    route.writeProblem(problem, req, res);
  } else {
    writeProblemBody(problem, res, operationOf(route));
  }
}

/** `POST /spans/query` is operation `post_spans_query`. */
function operationOf(route: Route | undefined): string {
  if (route === undefined) return 'unknown';
  const words = route.path.split(/\W+/).filter((word) => word !== '');
  return [route.method.toLowerCase(), ...words].join('_');
}
