import { hasJaegerService, nameOfKind } from '@spanhouse/span-dialects/jaeger';
import { compareCodePoints } from '@spanhouse/span-schema';
import { listGroups } from '../../front-doors/list-names.js';
import type { OpenStore } from '../../front-doors/walk-traces.js';

export interface Operation {
  readonly name: string;
  /** The span kind in lower case. */
  readonly spanKind: string;
}

/** Selects operations by service and span kind. */
export interface WantedOperations {
  readonly service: string;
  /** The kind of the spans; undefined for all kinds. */
  readonly spanKind?: string | undefined;
  /** Kind that is shown for spans without a kind. Default: an empty string. */
  readonly noKindIs?: 'internal' | undefined;
}

/** Lists the names and kinds of a service's spans, sorted by (name, kind). */
export async function listOperations(
  { service, spanKind, noKindIs }: WantedOperations,
  store: OpenStore,
): Promise<readonly Operation[]> {
  const fields = [{ field: 'span_name' }, { field: 'span_kind' }] as const;
  const groups = await listGroups(fields, hasJaegerService(service), store);
  const operations = new Map<string, Operation>();
  for (const [name, kind] of groups) {
    const operation = {
      name: String(name),
      spanKind: nameOfKind(String(kind)) ?? noKindIs ?? '',
    };
    if (spanKind === undefined || operation.spanKind === spanKind) {
      operations.set(JSON.stringify(operation), operation);
    }
  }
  return [...operations.values()].sort(
    (left, right) =>
      compareCodePoints(left.name, right.name) || compareCodePoints(left.spanKind, right.spanKind),
  );
}
