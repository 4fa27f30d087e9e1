import type { Condition, Filtering } from '../../filter-bar/filtering.js';
import { partsOf } from '../../filter-bar/toggle-condition.js';
import type { CallMap, MapEdge, MapNode } from './call-map.js';

/** Returns the filter of the page, further restricted to the spans of a node. */
export function filterOfNode(filtering: Filtering | undefined, node: MapNode): Filtering {
  return { operator: 'and', conditions: [...partsOf(filtering), ...conditionsOf(node)] };
}

/**
 * Returns a filter for the calls from one node to another. Filters cannot specify the parent's service, so this filter
 * matches all spans of the called node that have a parent.
 */
export function filterOfCalls(
  filtering: Filtering | undefined,
  { nodes }: CallMap,
  { to }: MapEdge,
): Filtering {
  const called = nodes.find(({ id }) => id === to);
  const isRoot = { field: 'parent_id', operator: 'is', value: null };
  const hasParent = { operator: 'not', conditions: [isRoot] } as const;
  const own = called === undefined ? [] : conditionsOf(called);
  return { operator: 'and', conditions: [...partsOf(filtering), ...own, hasParent] };
}

function conditionsOf(node: MapNode): readonly (Condition | Filtering)[] {
  const { span_type: type, name = '' } = node;
  if (type === undefined) {
    return [{ field: 'service_name', operator: 'is', value: node.service_name ?? null }];
  }
  const ofType = { field: 'span_type', operator: 'is', value: type };
  const named = { field: 'span_name', operator: 'is', value: name };
  if (type === 'agent' || type === 'tool') {
    return [ofType, named];
  }
  const model = (whose: string) => ({
    field: 'attributes',
    key: `ag.meta.${whose}.model`,
    operator: 'is',
    value: name,
  });
  return [ofType, { operator: 'or', conditions: [model('response'), model('request'), named] }];
}
