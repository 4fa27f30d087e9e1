import type { TallyKey } from '@spanhouse/trace-store/reader';
import type { Expression, Field, MetricsFunction } from '@spanhouse/traceql';
import { asksForTop, type FlatPipeline } from './flat-pipeline.js';
import { isDerived } from './hint-of-attribute.js';

/** What of the spans must be known to count them by groups of equal ones. */
export interface TallyPlan {
  readonly keys: readonly TallyKey[];
  /** What is measured: durations, which keys do not tell, or an attribute, which they do; undefined = spans are counted. */
  readonly measured: 'duration' | 'attribute' | undefined;
}

const MAX_BOUNDS = 50;
/** Each attribute is cut out of the text of every span. */
const MAX_ATTRIBUTES = 5;
const MAX_SEGMENTS = 32;
/** Elements of lists, and members of what ingest keeps apart, have several ways to their names. */
const isAmbiguous = /^(?:\d+|_conflicts)$/;

/**
 * Returns the keys by which spans are grouped, so that all spans of a group satisfy the filters or none does, and count
 * for the same series; undefined if that needs more of a span than few columns tell.
 */
export function planTally(flat: FlatPipeline, first: MetricsFunction): TallyPlan | undefined {
  if (first.kind === 'compare') {
    return undefined;
  }
  const needs = new TallyNeeds();
  const areConditionsKnown = flat.flat().every((condition) => needs.addCondition(condition));
  const areLabelsKnown = first.by.every((field) => needs.addField(field));
  const measured = 'field' in first ? measureOf(first.field) : undefined;
  const isMeasureKnown =
    !('field' in first) ||
    measured === 'duration' ||
    (measured === 'attribute' && needs.addField(first.field));
  if (!areConditionsKnown || !areLabelsKnown || !isMeasureKnown) {
    return undefined;
  }
  const keys = needs.keys();
  const needsBucket = first.kind === 'histogram_over_time' && measured === 'duration';
  return { measured, keys: needsBucket ? [...keys, { kind: 'duration_bucket' }] : keys };
}

function measureOf(field: Field): TallyPlan['measured'] {
  if (isDuration(field)) {
    return 'duration';
  }
  return field.kind === 'attribute' ? 'attribute' : undefined;
}

const columns: Readonly<Record<string, TallyKey>> = {
  name: { kind: 'span_name' },
  kind: { kind: 'span_kind' },
  status: { kind: 'status_code' },
  statusMessage: { kind: 'status_message' },
};

/** Collects what filters and labels depend on. */
class TallyNeeds {
  readonly #columns = new Set<TallyKey>();
  readonly #resource = new Set<string>();
  readonly #attributes = new Set<string>();
  readonly #bounds = new Set<bigint>();
  #needsTop = false;

  keys(): readonly TallyKey[] {
    const keys = [...this.#columns];
    for (const key of this.#attributes) {
      keys.push({ kind: 'attribute', key });
    }
    if (this.#resource.size > 0) {
      const isService = this.#resource.size === 1 && this.#resource.has('service.name');
      keys.push({ kind: isService ? 'service' : 'resource' });
    }
    if (this.#needsTop) {
      keys.push({ kind: 'is_top' });
    }
    if (this.#bounds.size > 0) {
      keys.push({ kind: 'duration', bounds: [...this.#bounds] });
    }
    return keys;
  }

  /** Returns false if the field is none that keys tell. */
  addField(field: Field): boolean {
    if (field.kind === 'attribute') {
      return this.#addAttribute(field);
    }
    const column = columns[field.name];
    if (column !== undefined) {
      this.#columns.add(column);
    }
    return column !== undefined;
  }

  #addAttribute({ scope, name }: Extract<Field, { readonly kind: 'attribute' }>): boolean {
    if (scope === 'resource') {
      this.#resource.add(name);
      return true;
    }
    const isTold = scope === 'span' && isPlain(name);
    if (isTold) {
      this.#attributes.add(name);
    }
    return isTold && this.#attributes.size <= MAX_ATTRIBUTES;
  }

  /** Returns false if the condition depends on more than keys tell. */
  addCondition(condition: Expression | undefined): boolean {
    switch (condition?.kind) {
      case 'field':
        return this.addField(condition.field);
      case 'unary':
        return this.addCondition(condition.operand);
      case 'binary': {
        if (asksForTop(condition)) {
          this.#needsTop = true;
          return true;
        }
        const { left, right } = condition;
        return (
          this.#addBound(left, right) ||
          this.#addBound(right, left) ||
          (this.addCondition(left) && this.addCondition(right))
        );
      }
      default:
        return true;
    }
  }

  /** A duration that is only compared with literals is known well enough by the bounds between which it is. */
  #addBound(field: Expression, other: Expression): boolean {
    if (field.kind !== 'field' || !isDuration(field.field) || other.kind !== 'literal') {
      return false;
    }
    const { type, value } = other.literal;
    if ((type !== 'int' && type !== 'duration') || this.#bounds.size === MAX_BOUNDS) {
      return false;
    }
    // No duration is negative.
    if (value >= 0n) {
      this.#bounds.add(value);
    }
    return true;
  }
}

function isPlain(name: string): boolean {
  const segments = name.split('.');
  return (
    segments.length <= MAX_SEGMENTS &&
    !isDerived.test(name) &&
    !segments.some((segment) => isAmbiguous.test(segment))
  );
}

function isDuration(field: Field): boolean {
  return field.kind === 'intrinsic' && field.name === 'duration';
}
