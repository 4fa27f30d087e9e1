import { HttpProblem, type Route } from '@spanhouse/api-kit';
import { type AllSpansRefused, readZipkinSpans } from '@spanhouse/span-intake';
import { jsonIngestRoute, type WriteAnswer } from '../http/json-ingest-route.js';
import type { RouteDependencies } from '../http/route-dependencies.js';

/** POST /v2/spans: Zipkin v2 spans as a JSON list; see docs/api/zipkin.md. */
export function postZipkinSpans(dependencies: RouteDependencies): Route {
  return jsonIngestRoute(
    {
      path: '/v2/spans',
      read: ({ body, context }) => ({
        outcome: readZipkinSpans(body, context.receivedAt),
        write: writeDropped,
      }),
      refuse: refuseAll,
    },
    dependencies,
  );
}

/** The usual answer is empty, because reporters only read the status. */
function writeDropped(...[, dropped]: Parameters<WriteAnswer>): string {
  return dropped.length === 0 ? '' : JSON.stringify({ dropped });
}

/** The answer is 400, not the 422 of the JSON routes; see docs/api/zipkin.md. */
function refuseAll({ dropped }: AllSpansRefused): HttpProblem {
  const first = dropped[0]?.message ?? '';
  const detail = `None of the ${dropped.length} spans could be accepted; of the first one: ${first}`;
  return new HttpProblem(400, { detail, dropped });
}
