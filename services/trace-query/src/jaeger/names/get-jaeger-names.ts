import type { Route } from '@spanhouse/api-kit';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import { listServiceNames } from '../../front-doors/list-names.js';
import { v1Answer } from '../v1-answer.js';
import { listOperations, type Operation } from './list-operations.js';
import { parseNameQuery, parseServiceInPath } from './parse-name-query.js';

/** Creates the routes that list services and their operations in the formats of both API versions. */
export function getJaegerNames(services: BoundServices): readonly Route[] {
  const listed = (
    path: `/${string}`,
    noKindIs: 'internal' | undefined,
    toAnswer: (operations: readonly Operation[]) => object,
  ) =>
    services.read(`GET ${path}`, {
      kind: 'attributes',
      parse: parseNameQuery,
      async answer(wanted, context) {
        const store = await services.open(context);
        return toAnswer(await listOperations({ ...wanted, noKindIs }, store));
      },
    });
  return [
    ...listServices(services),
    services.read('GET /api/services/*', {
      kind: 'attributes',
      parse: parseServiceInPath,
      async answer(service, context) {
        const store = await services.open(context);
        const operations = await listOperations({ service }, store);
        const names = [...new Set(operations.map(({ name }) => name))];
        return v1Answer(names, names.length);
      },
    }),
    listed('/api/operations', undefined, (operations) => v1Answer(operations, operations.length)),
    listed('/api/v3/operations', 'internal', (operations) => ({ operations })),
  ];
}

function listServices(services: BoundServices): readonly Route[] {
  const route = (path: `/${string}`, toAnswer: (names: readonly string[]) => object) =>
    services.read(`GET ${path}`, {
      kind: 'attributes',
      parse: () => undefined,
      answer: async (_request, context) =>
        toAnswer(await listServiceNames(await services.open(context))),
    });
  return [
    route('/api/services', (names) => v1Answer(names, names.length)),
    route('/api/v3/services', (names) => ({ services: names })),
  ];
}
