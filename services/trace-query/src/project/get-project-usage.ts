import type { Route } from '@spanhouse/api-kit';
import { parseWindowMembers } from '@spanhouse/span-schema';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { windowingOr422 } from '../requests/parse-or-422.js';
import { locatedQueryText } from '../requests/query-text.js';

/** Creates the route that returns the project's number of received spans per day; see docs/api/analytics.md. */
export function getProjectUsage(services: ReadServices): Route {
  return readRoute(services, 'GET /project/usage', {
    mirrored: false,
    kind: 'analytics',
    parse(req) {
      const parsed = parseWindowMembers((name) =>
        name === 'oldest' || name === 'newest' ? locatedQueryText(req, name) : undefined,
      );
      const { oldest, newest } = windowingOr422(parsed);
      return { oldest, newest };
    },
    async answer(range, { principal: { project_id }, analytics, signal }) {
      return { days: await analytics.listSpansByDay({ ...range, project_id }, signal) };
    },
  });
}
