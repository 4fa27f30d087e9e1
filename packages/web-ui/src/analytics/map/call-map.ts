import { call } from '../../api/call.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import type { Bounds } from '../../url/time-window.js';

/** What a node of the map stands for. */
export type MapBy = 'service' | 'step';

interface Percentiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

/** A service, agent, tool or model; see docs/api/analytics.md. */
export interface MapNode {
  readonly id: string;
  readonly service_name?: string;
  readonly span_type?: string;
  readonly name?: string;
  readonly spans: number;
  readonly entries: number;
  readonly failed: number;
  /** In ms. */
  readonly duration: Percentiles;
}

/** The calls from one node to another. */
export interface MapEdge {
  readonly from: string;
  readonly to: string;
  readonly calls: number;
  readonly failed: number;
  readonly duration: Percentiles;
}

export interface CallMap {
  readonly traces: { readonly read: number; readonly matched: number };
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

interface MapRequest {
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
  readonly by: MapBy;
}

/** Returns the request for a map. */
export function requestOfMap({ filtering, bounds, by }: MapRequest) {
  const body = { ...(filtering && { filtering }), windowing: bounds, by };
  return { path: '/spans/services/query', body } as const;
}

/** Reads who calls whom in the newest traces that match. */
export function readCallMap(request: MapRequest, signal: AbortSignal): Promise<CallMap> {
  const { path, body } = requestOfMap(request);
  return call<CallMap>(path, { body, signal });
}

/** Returns the words for a node. */
export function nameOfNode({ service_name, name, span_type, id }: MapNode): string {
  return service_name ?? name ?? (span_type === undefined && id === '' ? 'no service' : id);
}
