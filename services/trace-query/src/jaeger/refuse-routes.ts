import { HttpProblem, type Route } from '@spanhouse/api-kit';
import type { BoundServices } from '../front-doors/dialect-routes.js';

/** Jaeger routes that need a different store or a separate job, and are therefore not supported. */
const absent = {
  'POST /api/archive/:trace_id': 'There is no archive: traces stay until their retention ends.',
  'GET /api/quality-metrics': 'There are no quality metrics.',
  'GET /api/deep-dependencies': 'There are no deep dependencies.',
  'GET /analytics/*': 'There are no analytics of this API.',
} as const;

/** Creates routes that return 501 for missing features. Clients report this status correctly. */
export function refuseAbsent(services: BoundServices): readonly Route[] {
  return (Object.keys(absent) as (keyof typeof absent)[]).map((name) =>
    services.page(name, () => {
      throw new HttpProblem(501, { detail: absent[name] });
    }),
  );
}
