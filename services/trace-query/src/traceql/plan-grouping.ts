import type { GroupingKey } from '@spanhouse/trace-store/reader';
import type { BinaryExpression, Expression, Field, MetricsFunction } from '@spanhouse/traceql';
import { asksForTop, type FlatPipeline } from './flat-pipeline.js';
import { isDerived, isOutput } from './hint-of-attribute.js';

/** A way to group spans. The keys and measures of the groups suffice to answer a metrics query. */
export interface GroupingPlan {
  /**
   * Grouping keys. The spans of a group all have the same results for the filters, the same labels and the same
   * measured attribute.
   */
  readonly by: readonly GroupingKey[];
  /** Kind of measured value; undefined if spans are only counted. */
  readonly measured: 'duration' | 'attribute' | undefined;
}

const MAX_BOUNDS = 50;
/** Maximum number of attribute keys. Each attribute is extracted from the JSON of every span. */
const MAX_ATTRIBUTES = 5;
const MAX_SEGMENTS = 32;
/** Matches list indexes and `_conflicts`. Attributes with such a key part can be stored at several paths. */
const isAmbiguous = /^(?:\d+|_conflicts)$/;

/**
 * Returns the grouping for a metrics query, or undefined if no keys suffice. The keys determine whether a span passes
 * the filters and which series it belongs to.
 */
export function planGrouping(flat: FlatPipeline, first: MetricsFunction): GroupingPlan | undefined {
  if (first.kind === 'compare') {
    return undefined;
  }
  const field = 'field' in first ? first.field : undefined;
  const measured = field && (isDuration(field) ? 'duration' : 'attribute');
  const fields = measured === 'attribute' && field ? [...first.by, field] : first.by;
  const keys = [...flat.flat().flatMap(keysOfCondition), ...fields.map(keyOfField)];
  if (measured === 'duration' && first.kind === 'histogram_over_time') {
    keys.push({ kind: 'duration_bucket' });
  }
  const known = keys.filter((key) => key !== undefined);
  const by = known.length === keys.length ? mergeKeys(known) : undefined;
  return by && { by, measured };
}

/** Returns the keys that determine a condition. An undefined element means that keys do not suffice. */
function keysOfCondition(condition: Expression | undefined): readonly (GroupingKey | undefined)[] {
  switch (condition?.kind) {
    case 'field':
      return [keyOfField(condition.field)];
    case 'unary':
      return keysOfCondition(condition.operand);
    case 'binary':
      if (asksForTop(condition)) {
        return [{ kind: 'is_root' }];
      }
      return (
        boundOf(condition) ?? [
          ...keysOfCondition(condition.left),
          ...keysOfCondition(condition.right),
        ]
      );
    default:
      return [];
  }
}

/**
 * Comparison operators. Arithmetic on a duration is excluded, because its result differs between durations that lie
 * within the same bounds.
 */
const comparisons: readonly string[] = ['=', '!=', '<', '<=', '>', '>='];

/** Returns the key for a comparison between the duration and a literal; undefined for other expressions. */
function boundOf({ operator, left, right }: BinaryExpression): readonly GroupingKey[] | undefined {
  const [field, other] = left.kind === 'field' ? [left, right] : [right, left];
  if (field.kind !== 'field' || !isDuration(field.field) || other.kind !== 'literal') {
    return undefined;
  }
  if (!comparisons.includes(operator)) {
    return undefined;
  }
  const { type, value } = other.literal;
  if (type !== 'int' && type !== 'duration') {
    return undefined;
  }
  // Every duration exceeds a negative bound, so no key is needed.
  return value < 0n ? [] : [{ kind: 'duration', bounds: [value] }];
}

const columns: Readonly<Record<string, GroupingKey>> = {
  name: { kind: 'span_name' },
  kind: { kind: 'span_kind' },
  status: { kind: 'status_code' },
  statusMessage: { kind: 'status_message' },
};

function keyOfField(field: Field): GroupingKey | undefined {
  if (field.kind === 'intrinsic') {
    return columns[field.name];
  }
  const { scope, name } = field;
  if (scope === 'resource') {
    return { kind: name === 'service.name' ? 'service' : 'resource' };
  }
  return scope === 'span' && hasOnePath(name) ? { kind: 'attribute', key: name } : undefined;
}

/** Removes duplicate keys. Returns undefined if too many keys remain. */
function mergeKeys(keys: readonly GroupingKey[]): readonly GroupingKey[] | undefined {
  const merged = new Map(
    keys.map((key) => [key.kind === 'attribute' ? `attribute ${key.key}` : key.kind, key]),
  );
  const bounds = new Set(keys.flatMap((key) => (key.kind === 'duration' ? key.bounds : [])));
  if (bounds.size > 0) {
    merged.set('duration', { kind: 'duration', bounds: [...bounds] });
  }
  if (merged.has('resource')) {
    merged.delete('service');
  }
  const by = [...merged.values()];
  const attributes = by.filter(({ kind }) => kind === 'attribute');
  return attributes.length > MAX_ATTRIBUTES || bounds.size > MAX_BOUNDS ? undefined : by;
}

function hasOnePath(name: string): boolean {
  const segments = name.split('.');
  return (
    segments.length <= MAX_SEGMENTS &&
    !isDerived.test(name) &&
    !isOutput.test(name) &&
    !segments.some((segment) => isAmbiguous.test(segment))
  );
}

function isDuration(field: Field): boolean {
  return field.kind === 'intrinsic' && field.name === 'duration';
}
