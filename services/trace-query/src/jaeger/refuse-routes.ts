import { HttpProblem, type Route } from '@spanhouse/api-kit';
import type { RouteName } from '../front-doors/dialect-routes.js';
import { type JaegerServices, jaegerPage } from './jaeger-services.js';

/** Routes of Jaeger that need another store or a separate job. */
const absent: Readonly<Record<RouteName, string>> = {
  'POST /api/archive/:trace_id': 'There is no archive: traces stay until their retention ends.',
  'GET /api/quality-metrics': 'There are no quality metrics.',
  'GET /api/deep-dependencies': 'There are no deep dependencies.',
  'GET /analytics/*': 'There are no analytics of this API.',
};

/** Answers 501 for missing capabilities, which clients report correctly. */
export function refuseAbsent(services: JaegerServices): readonly Route[] {
  return Object.entries(absent).map(([name, detail]) =>
    jaegerPage(services, name as RouteName, () => {
      throw new HttpProblem(501, { detail });
    }),
  );
}
