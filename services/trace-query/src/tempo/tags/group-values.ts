import type { SpanGroup } from '@spanhouse/trace-store/reader';
import type { Field } from '@spanhouse/traceql';
import { compileCondition, type TracedSpan, type Value } from '@spanhouse/traceql/evaluate';
import type { OpenStore } from '../../front-doors/walk-traces.js';
import { QueriedSpans } from '../../traceql/queried-span.js';
import { representativeSpan } from '../../traceql/representative-span.js';
import { groupTaggedSpans, hasAllValues } from './group-tagged-spans.js';
import { groupScopeNames } from './list-tags.js';
import { ValueCounts } from './tag-counts.js';
import type { TagSelection } from './walk-tagged-spans.js';

const MAX_GROUPS = 200_000;

/** Scopes whose attributes cannot be used as grouping keys. */
const otherScopes = ['event', 'link', 'instrumentation'] as const;

/** A field, and a function that reads its values from a span. */
export interface ListedField {
  readonly field: Field;
  readonly valuesOf: (span: TracedSpan) => readonly Value[];
}

/**
 * Counts the values of a field by groups of spans. Resolves with undefined if the field or the condition cannot be
 * evaluated with grouping keys, or if there are too many groups.
 */
export async function groupValues(
  { field, valuesOf }: ListedField,
  selection: TagSelection,
  store: OpenStore,
): Promise<ValueCounts | undefined> {
  const by = await scopedFields(field, selection, store);
  const grouping = by && { by, structure: undefined, limit: MAX_GROUPS };
  const groups = grouping && (await groupTaggedSpans(grouping, selection, store));
  const listed = groups?.filter((group) => !hasTruncatedString(group, field));
  if (!listed?.every(hasAllValues)) {
    return undefined;
  }
  const counts = new ValueCounts();
  const matches = compileCondition(selection.condition);
  const shown = new QueriedSpans();
  for (const group of listed) {
    const representative = representativeSpan(group, shown);
    if (matches(representative)) {
      for (const value of valuesOf(representative.span)) {
        counts.add(value, group.count);
      }
    }
  }
  return counts;
}

/**
 * Returns the fields to group by. A field without a scope is replaced with the span attribute and the resource
 * attribute of this name. Returns undefined if the attribute may also exist in another scope.
 */
async function scopedFields(
  field: Field,
  selection: TagSelection,
  store: OpenStore,
): Promise<readonly Field[] | undefined> {
  if (field.kind !== 'attribute' || field.scope !== undefined) {
    return [field];
  }
  const names = await Promise.all(
    otherScopes.map((scope) => groupScopeNames(scope, selection, store)),
  );
  return names.every((counts) => counts?.has(field.name) === false)
    ? [
        { ...field, scope: 'span' },
        { ...field, scope: 'resource' },
      ]
    : undefined;
}

/** Returns true if the field's string is truncated in this group. Such a string is too long to be listed. */
function hasTruncatedString({ attributes }: SpanGroup, field: Field): boolean {
  return (
    field.kind === 'attribute' &&
    field.scope !== 'resource' &&
    attributes.truncated.some(({ key, isString }) => isString && key === field.name)
  );
}
