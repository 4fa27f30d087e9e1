import type { Route } from '@spanhouse/api-kit';
import { listServiceNames } from '../../front-doors/list-names.js';
import { RawJson } from '../../http/send-json.js';
import type { JaegerServices } from '../jaeger-services.js';
import { v1Answer } from '../v1-answer.js';
import { listOperations } from './list-operations.js';
import { parseNameQuery, parseServiceInPath } from './parse-name-query.js';

/** Lists the services and their operations, in the formats of both versions. */
export function getJaegerNames(services: JaegerServices): readonly Route[] {
  return [
    ...listServices(services),
    services.read('GET /api/services/*', {
      kind: 'attributes',
      parse: parseServiceInPath,
      async answer(service, context) {
        const store = await services.open(context);
        const operations = await listOperations({ service }, store);
        const names = [...new Set(operations.map(({ name }) => name))];
        return new RawJson(v1Answer(names, names.length));
      },
    }),
    services.read('GET /api/operations', {
      kind: 'attributes',
      parse: parseNameQuery,
      async answer(wanted, context) {
        const operations = await listOperations(wanted, await services.open(context));
        return new RawJson(v1Answer(operations, operations.length));
      },
    }),
    services.read('GET /api/v3/operations', {
      kind: 'attributes',
      parse: parseNameQuery,
      async answer(wanted, context) {
        const store = await services.open(context);
        const operations = await listOperations({ ...wanted, noKindIs: 'internal' }, store);
        return new RawJson(JSON.stringify({ operations }));
      },
    }),
  ];
}

function listServices(services: JaegerServices): readonly Route[] {
  const route = (path: `/${string}`, write: (names: readonly string[]) => string) =>
    services.read(`GET ${path}`, {
      kind: 'attributes',
      parse: () => undefined,
      answer: async (_request, context) =>
        new RawJson(write(await listServiceNames(await services.open(context)))),
    });
  return [
    route('/api/services', (names) => v1Answer(names, names.length)),
    route('/api/v3/services', (names) => JSON.stringify({ services: names })),
  ];
}
