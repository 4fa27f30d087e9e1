import type { Logger } from '../logger.js';
import { BodyReadError } from './body-read-error.js';
import { requestIdOf } from './request-id.js';
import type { HttpRequest, HttpResponse, Route } from './route.js';
import { toHttpProblem } from './to-http-problem.js';
import { writeProblemBody, writeProblemHead } from './write-problem.js';

interface FailedRequest {
  readonly req: HttpRequest;
  readonly res: HttpResponse;
  readonly logger: Logger;
  /** Absent when no route was found. */
  readonly route?: Route;
}

/** Turns whatever a handler threw into the answer; faults are logged. */
export function sendFailure(error: unknown, { req, res, logger, route }: FailedRequest): void {
  if (error instanceof BodyReadError && error.reason === 'aborted') {
    res.destroy();
    return;
  }
  const problem = toHttpProblem(error);
  const isAnswered = res.headersSent;
  const supportId = isAnswered ? undefined : writeProblemHead(problem, res);
  if (problem.status >= 500) {
    const err = problem.cause ?? problem;
    const facts = { err, requestId: requestIdOf(res), supportId, route: route?.path };
    // 503 and 504 heal by themselves; anything else needs a person.
    logger[problem.status === 500 ? 'error' : 'warn'](facts, 'request failed');
  }
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
