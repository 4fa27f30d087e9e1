import { serviceNamed } from '@spanhouse/span-dialects/spans';
import { remoteServiceOf } from '@spanhouse/span-dialects/zipkin';
import type { FilterExpression, JsonValue } from '@spanhouse/span-schema';
import {
  distinctNames,
  listGroups,
  listServiceNames,
  type NameStore,
} from '../front-doors/list-names.js';

const service = { field: 'service_name' } as const;

/** Lists the services that recorded spans. */
export async function listServices(store: NameStore): Promise<readonly string[]> {
  return distinct(await listServiceNames(store));
}

/** Lists the names of the spans of a service. */
export async function listSpanNames(
  wanted: { readonly name: string; readonly filter: FilterExpression | undefined },
  store: NameStore,
): Promise<readonly string[]> {
  const groups = await listGroups([service, { field: 'span_name' }], wanted.filter, store);
  return distinct(
    groups.flatMap(([name, spanName]) => (isOf(wanted.name, name) ? [String(spanName)] : [])),
  );
}

/** Lists the services that the spans of a service call or are called by, as far as they name them. */
export async function listRemoteServices(
  wanted: { readonly name: string; readonly filter: FilterExpression | undefined },
  store: NameStore,
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
      isOf(wanted.name, name) ? (nameIn(String(kind), values) ?? []) : [],
    ),
  );
}

function isOf(wanted: string, name: JsonValue | undefined): boolean {
  return serviceNamed(name).toLowerCase() === wanted;
}

function distinct(names: readonly string[]): readonly string[] {
  return distinctNames(names.map((name) => name.toLowerCase()).filter((name) => name !== ''));
}
