import type { ServiceMap, ServiceMapRequest } from '@spanhouse/span-schema/api';
import { call } from '../../api/call.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import type { Bounds } from '../../url/time-window.js';

export type { ServiceMap as CallMap };
/** Selects the nodes of the map: either services, or agents, tools and models. */
export type MapBy = NonNullable<ServiceMapRequest['by']>;
/** A service, agent, tool or model. */
export type MapNode = ServiceMap['nodes'][number];
/** The calls from one node of the map to another. */
export type MapEdge = ServiceMap['edges'][number];

interface MapRequest {
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
  readonly by: MapBy;
}

export function requestOfMap({ filtering, bounds, by }: MapRequest) {
  const body = { ...(filtering && { filtering }), windowing: bounds, by };
  return { path: '/spans/services/query', body } as const;
}

/** Reads the calls between nodes in the newest matching traces. */
export function readCallMap(request: MapRequest, signal: AbortSignal): Promise<ServiceMap> {
  const { path, body } = requestOfMap(request);
  return call<ServiceMap>(path, { body, signal });
}

/** Returns the display name of a node. */
export function nameOfNode({ service_name, name, span_type, id }: MapNode): string {
  return service_name ?? name ?? (span_type === undefined && id === '' ? 'no service' : id);
}
