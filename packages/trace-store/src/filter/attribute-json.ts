import { agEnd } from '@spanhouse/span-row';
import type { FilterAttributeField } from '@spanhouse/span-schema';
import { jsonAtName, jsonAtPath } from './json-at-path.js';
import { memberSql } from './packed-text.js';

/**
 * SQL for the stored attributes JSON without the closing braces of `ag`. The function `openAg` in span-row removes the
 * same braces.
 */
const opened = `substring(attributes, 1, length(attributes) - ${agEnd.length})`;
/**
 * SQL for the complete attributes JSON in API responses. It includes the type and the metrics, which are in other
 * columns.
 */
export const wholeAttributes = `concat(${opened}, ',"type":{"trace":"', trace_type, '"', if(${memberSql('has_type_span')}, concat(',"span":"', span_type, '"'), ''), '},"metrics":', ${memberSql('metrics')}, '${agEnd}')`;
const reachesTypeOrMetrics = /^ag(?:\.(?:type|metrics)(?:\.|$)|$)/;

/** Returns whether the attribute at the key is stored in a column other than `attributes`. */
export function isKeptApart(key: string): boolean {
  return reachesTypeOrMetrics.test(key);
}

/** Returns SQL for the JSON that contains the attributes of a resource or scope; `''` if the span has none. */
export function originColumn(field: FilterAttributeField): string {
  return memberSql(field === 'resource.attributes' ? 'resource' : 'scope');
}

/** Returns SQL for the JSON of an attribute's value; `''` if the attribute is absent. */
export function attributeJson({
  field,
  key,
}: {
  readonly field: FilterAttributeField;
  readonly key: string;
}): string {
  return field === 'attributes'
    ? jsonAtPath(isKeptApart(key) ? wholeAttributes : 'attributes', key)
    : jsonAtName(originColumn(field), key);
}
