import type { Route } from '@spanhouse/api-kit';
import { listServiceNames } from '../../front-doors/list-names.js';
import { openNames } from '../../front-doors/open-services.js';
import { RawJson } from '../../http/send-json.js';
import { type JaegerServices, jaegerRoute } from '../jaeger-services.js';
import { v1Answer } from '../v1-answer.js';
import { listOperations } from './list-operations.js';
import { parseNameQuery, parseServiceInPath } from './parse-name-query.js';

/** Lists the services and their operations, in the formats of both versions. */
export function getJaegerNames(services: JaegerServices): readonly Route[] {
  return [
    ...listServices(services),
    jaegerRoute(services, 'GET /api/services/*', {
      kind: 'attributes',
      parse: parseServiceInPath,
      async answer(service, context) {
        const store = await openNames(services, context);
        const operations = await listOperations({ service }, store);
        const names = [...new Set(operations.map(({ name }) => name))];
        return new RawJson(v1Answer(names, names.length));
      },
    }),
    jaegerRoute(services, 'GET /api/operations', {
      kind: 'attributes',
      parse: parseNameQuery,
      async answer(wanted, context) {
        const operations = await listOperations(wanted, await openNames(services, context));
        return new RawJson(v1Answer(operations, operations.length));
      },
    }),
    jaegerRoute(services, 'GET /api/v3/operations', {
      kind: 'attributes',
      parse: parseNameQuery,
      async answer(wanted, context) {
        const store = await openNames(services, context);
        const operations = await listOperations({ ...wanted, noKindIs: 'internal' }, store);
        return new RawJson(JSON.stringify({ operations }));
      },
    }),
  ];
}

function listServices(services: JaegerServices): readonly Route[] {
  const route = (path: `/${string}`, write: (names: readonly string[]) => string) =>
    jaegerRoute(services, `GET ${path}`, {
      kind: 'attributes',
      parse: () => undefined,
      answer: async (_request, context) =>
        new RawJson(write(await listServiceNames(await openNames(services, context)))),
    });
  return [
    route('/api/services', (names) => v1Answer(names, names.length)),
    route('/api/v3/services', (names) => JSON.stringify({ services: names })),
  ];
}
