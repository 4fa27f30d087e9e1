import { agEnd } from '@spanhouse/span-row';
import type { FilterAttributeField } from '@spanhouse/span-schema';
import { jsonAtName, jsonAtPath } from './json-at-path.js';
import { memberSql } from './packed-text.js';

/** SQL for the attributes text without the closing braces of `ag`, as `openAg` of span-row cuts it. */
const opened = `substring(attributes, 1, length(attributes) - ${agEnd.length})`;
/** SQL for the attributes as the API shows them, with the type and the metrics of the other columns. */
export const wholeAttributes = `concat(${opened}, ',"type":{"trace":"', trace_type, '"', if(${memberSql('has_type_span')}, concat(',"span":"', span_type, '"'), ''), '},"metrics":', ${memberSql('metrics')}, '${agEnd}')`;
const reachesTypeOrMetrics = /^ag(?:\.(?:type|metrics)(?:\.|$)|$)/;

/** Returns whether a column other than `attributes` contains the attribute at the key. */
export function isKeptApart(key: string): boolean {
  return reachesTypeOrMetrics.test(key);
}

/** Returns SQL for the JSON with the attributes of a resource or scope; `''` if it is absent. */
export function originColumn(field: FilterAttributeField): string {
  return memberSql(field === 'resource.attributes' ? 'resource' : 'scope');
}

/** Returns SQL for the JSON text of an attribute; `''` if it is absent. */
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
