import { type Route, toHttpProblem } from '@spanhouse/api-kit';
import type { DropLog } from '../ingest/drop-log.js';

/** Returns a route that also logs the requests that it refuses for their size or form. */
export function reportRefusals(route: Route, dropLog: Pick<DropLog, 'reportRefused'>): Route {
  return {
    ...route,
    async handler(req, res) {
      try {
        await route.handler(req, res);
      } catch (error) {
        const sender = { route: route.path, userAgent: req.headers['user-agent'] };
        dropLog.reportRefused(toHttpProblem(error), sender);
        throw error;
      }
    },
  };
}
