import { type HttpErrorHandler, routeOf, toHttpProblem } from '@spanhouse/api-kit';
import type { DropLog } from '../ingest/drop-log.js';

/** Creates the error handler that logs the requests that a route refuses for their size or form. */
export function reportRefusals(dropLog: Pick<DropLog, 'reportRefused'>): HttpErrorHandler {
  return (error, { req, res }, next) => {
    const sender = { route: routeOf(res)?.path ?? '', userAgent: req.headers['user-agent'] };
    dropLog.reportRefused(toHttpProblem(error), sender);
    next(error);
  };
}
