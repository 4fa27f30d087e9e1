import { BodyReadError } from '../bodies/body-read-error.js';
import type { FailureLog } from '../problems/failure-log.js';
import { toHttpProblem } from '../problems/to-http-problem.js';
import { requestIdOf } from './request-id.js';
import type { HttpRequest, HttpResponse, Route } from './route.js';
import { writeProblemBody, writeProblemHead } from './write-problem.js';

interface FailedRequest {
  readonly req: HttpRequest;
  readonly res: HttpResponse;
  readonly failures: FailureLog;
  /** Absent if no route was found. */
  readonly route?: Route | undefined;
  /** Writes the body, if the route does not do that itself. */
  readonly write?: Route['writeProblem'];
}

/** Answers with the failure that a handler threw; failures of the server are logged. */
export function sendFailure(error: unknown, failed: FailedRequest): void {
  const { req, res, failures, route } = failed;
  const write = route?.writeProblem ?? failed.write;
  if (error instanceof BodyReadError && error.reason === 'aborted') {
    res.destroy();
    return;
  }
  const problem = toHttpProblem(error);
  const isAnswered = res.headersSent;
  const supportId = isAnswered ? undefined : writeProblemHead(problem, res);
  failures.report(problem, { requestId: requestIdOf(res), supportId, route: route?.path });
  if (isAnswered) {
    res.destroy(); // an interrupted answer must not look complete
  } else if (write !== undefined) {
    write(problem, req, res);
  } else {
    writeProblemBody(problem, res, operationOf(route));
  }
}

/** `POST /spans/query` is operation `post_spans_query`. */
function operationOf(route: Route | undefined): string {
  if (route === undefined) {
    return 'unknown';
  }
  const words = route.path.split(/\W+/).filter((word) => word !== '');
  return [route.method.toLowerCase(), ...words].join('_');
}
