import type { FilterTextField } from '@spanhouse/span-schema';
import type { Field } from '@spanhouse/traceql';
import { parseStoredJson } from '../../span-json/parse-stored-json.js';
import { fitsInList, inOrder, type TagValue } from './tag-counts.js';
import type { TagSelection, TagStore } from './walk-tagged-spans.js';

/** A column with a string of every span. */
interface TextColumn {
  readonly field: FilterTextField;
  /**
   * True for an attribute: its value may be empty or not a string. In other columns an empty string means that the
   * value is missing.
   */
  readonly isAttribute: boolean;
}

const service: TextColumn = { field: 'service_name', isAttribute: true };
const intrinsic: Readonly<Record<string, FilterTextField>> = {
  name: 'span_name',
  statusMessage: 'status_message',
  'instrumentation:name': 'scope_name',
  'instrumentation:version': 'scope_version',
};
/** Groups that are not listed: spans without a value, and spans with an empty one. */
const UNLISTED_GROUPS = 2;
/**
 * Maximum number of groups of an attribute. All of them are read, because any of them may contain the values that are
 * not strings.
 */
const MAX_GROUPS = 10_000;

/**
 * Lists the values of a field from its column, without reading spans. Resolves with undefined if the field has no
 * column, or if the column lacks some of its values.
 */
export async function listColumnValues(
  { field, limit }: { readonly field: Field; readonly limit: number },
  { range, condition }: TagSelection,
  { analytics, project_id, snapshot, signal }: TagStore,
): Promise<readonly TagValue[] | undefined> {
  const column = columnOf(field);
  if (column === undefined || condition !== undefined) {
    return undefined;
  }
  const all = { filter: undefined, ratePercent: undefined, order: 'descending' } as const;
  const { rows, others } = await analytics.aggregateSpans(
    {
      selection: { project_id, snapshot, ...range, ...all },
      focus: 'span',
      time: undefined,
      value: undefined,
      groupBy: [{ field: column.field }],
      measures: [],
      limit: column.isAttribute ? MAX_GROUPS : limit + UNLISTED_GROUPS,
      facets: [],
    },
    signal,
  );
  const values = rows.map(({ group: [json = 'null'] }) => parseStoredJson<string | null>(json));
  const texts = values.filter((value) => value !== null);
  const listed = texts.filter((text) => (text !== '' || column.isAttribute) && fitsInList(text));
  const hasAll = others.groups === 0;
  const isComplete = column.isAttribute
    ? hasAll && texts.length === values.length
    : hasAll || listed.length >= limit;
  return isComplete
    ? inOrder(listed.slice(0, limit).map((value) => ({ type: 'string', value })))
    : undefined;
}

function columnOf(field: Field): TextColumn | undefined {
  if (field.kind === 'attribute') {
    return field.scope === 'resource' && field.name === 'service.name' ? service : undefined;
  }
  const own = intrinsic[field.name];
  return own && { field: own, isAttribute: false };
}
