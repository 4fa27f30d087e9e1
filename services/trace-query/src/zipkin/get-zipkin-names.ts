import type { Route } from '@spanhouse/api-kit';
import { serviceNamed } from '@spanhouse/span-dialects/spans';
import { hasService, remoteServiceOf } from '@spanhouse/span-dialects/zipkin';
import type { FilterExpression, JsonValue } from '@spanhouse/span-schema';
import { distinctNames, listGroups, listServiceNames } from '../front-doors/list-names.js';
import type { OpenStore } from '../front-doors/walk-traces.js';
import type { ReadContext } from '../http/read-handler.js';
import { ZipkinParameters } from './parse-zipkin-parameters.js';
import type { ZipkinServices } from './zipkin-services.js';

/** Creates the routes that list all services, and a service's span names and remote services. */
export function getZipkinNames(services: ZipkinServices): readonly Route[] {
  const { serviceCounts } = services;
  const ofWanted = (list: typeof listSpanNames, path: 'spans' | 'remoteServices') =>
    services.read(`GET /api/v2/${path}`, {
      kind: 'attributes',
      parse: (req) => new ZipkinParameters(req).requiredText('serviceName').toLowerCase(),
      async answer(name, context) {
        const store = await services.open(context);
        return namesAnswer(
          await list({ name, filter: hasService(name) }, store),
          services,
          context,
        );
      },
    });
  return [
    services.read('GET /api/v2/services', {
      kind: 'attributes',
      parse: () => undefined,
      async answer(_request, context) {
        const names = await listServices(await services.open(context));
        serviceCounts.set(context.principal.project_id, names.length);
        return namesAnswer(names, services, context);
      },
    }),
    ofWanted(listSpanNames, 'spans'),
    ofWanted(listRemoteServices, 'remoteServices'),
  ];
}

/**
 * Returns the answer for a list of names. If the project has several services, browsers may cache the list for a few
 * minutes.
 */
export function namesAnswer(
  names: readonly string[],
  { serviceCounts }: ZipkinServices,
  { principal, setHeader }: ReadContext,
): readonly string[] {
  if (serviceCounts.isSettled(principal.project_id)) {
    setHeader('cache-control', 'max-age=300, must-revalidate');
    setHeader('vary', 'authorization, x-api-key'); // prevents shared caches from showing the names to other projects
  }
  return names;
}

const service = { field: 'service_name' } as const;

/** Lists the services that have recorded spans. */
async function listServices(store: OpenStore): Promise<readonly string[]> {
  return distinct(await listServiceNames(store));
}

/** Lists the names of a service's spans. */
async function listSpanNames(
  wanted: { readonly name: string; readonly filter: FilterExpression | undefined },
  store: OpenStore,
): Promise<readonly string[]> {
  const groups = await listGroups([service, { field: 'span_name' }], wanted.filter, store);
  return distinct(
    groups.flatMap(([name, spanName]) => (isWanted(wanted.name, name) ? [String(spanName)] : [])),
  );
}

/**
 * Lists the services that call the given service or are called by it, as far as the given service's spans name them.
 */
async function listRemoteServices(
  wanted: { readonly name: string; readonly filter: FilterExpression | undefined },
  store: OpenStore,
): Promise<readonly string[]> {
  const { keys, nameIn } = remoteServiceOf;
  const attributes = keys.map((key) => ({ field: 'attributes', key }) as const);
  const groups = await listGroups(
    [service, { field: 'span_kind' }, ...attributes],
    wanted.filter,
    store,
  );
  return distinct(
    groups.flatMap(([name, kind, ...values]) =>
      isWanted(wanted.name, name) ? (nameIn(String(kind), values) ?? []) : [],
    ),
  );
}

function isWanted(wanted: string, name: JsonValue | undefined): boolean {
  return serviceNamed(name).toLowerCase() === wanted;
}

function distinct(names: readonly string[]): readonly string[] {
  return distinctNames(names.map((name) => name.toLowerCase()).filter((name) => name !== ''));
}
