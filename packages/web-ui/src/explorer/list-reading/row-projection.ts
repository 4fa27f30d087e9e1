import type { SentProjection } from '@spanhouse/span-schema/api';
import { dataPaths } from '../../api/json/preview-text.js';
import type { Condition, Filtering } from '../../filter-bar/filtering.js';
import { parseAttributeName } from '../columns/attribute-names.js';

/** Maximum number of characters of each string in a row. */
const TEXT_LIMIT = 300;
/** Maximum number of the filter's attributes that a preview shows. */
const MAX_MATCHING = 20;

const members = [
  'span_name',
  'span_type',
  'span_kind',
  'start_time',
  'end_time',
  'status_code',
  'status_message',
  'resource',
] as const;
const attributes = [
  'ag.metrics.duration.cumulative',
  'ag.metrics.tokens.cumulative.total',
  'ag.metrics.costs.cumulative.total',
  'ag.meta.response.model',
  'ag.meta.request.model',
  'ag.user.id',
  'ag.session.id',
];

/** Returns the parts of spans that rows and previews need. `columns` contains column ids, such as `.customer.tier`. */
export function projectionFor(
  filtering: Filtering | undefined,
  columns: readonly string[],
): SentProjection {
  const fieldRefs = columns.flatMap((id) => parseAttributeName(id) ?? []);
  const keys = fieldRefs.flatMap(({ field, key }) => (field === 'attributes' ? [key] : []));
  const hasScope = fieldRefs.some(({ field }) => field === 'scope.attributes');
  const previews: readonly string[] = dataPaths;
  const matching = attributeKeysOf(filtering)
    .filter((key) => !previews.includes(key))
    .slice(0, MAX_MATCHING);
  return {
    members: hasScope ? [...members, 'scope'] : members,
    attributes: [...new Set([...attributes, ...keys, ...matching])],
    previews,
    text_limit: TEXT_LIMIT,
  };
}

/** Returns the distinct attribute keys in a filter. */
export function attributeKeysOf(part: Filtering | Condition | undefined): readonly string[] {
  if (part === undefined) {
    return [];
  }
  if ('conditions' in part) {
    return [...new Set(part.conditions.flatMap(attributeKeysOf))];
  }
  return part.field === 'attributes' && part.key ? [part.key] : [];
}
