import type { TallyKey } from '@spanhouse/trace-store/reader';
import type { Expression, Field, MetricsFunction } from '@spanhouse/traceql';
import { asksForTop, type FlatPipeline } from './flat-pipeline.js';

/** What of the spans must be known to count them by groups of equal ones. */
export interface TallyPlan {
  readonly keys: readonly TallyKey[];
  /** Whether durations are measured. */
  readonly isMeasured: boolean;
}

const MAX_BOUNDS = 50;

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
  const isMeasured = 'field' in first;
  if (!areConditionsKnown || !areLabelsKnown || (isMeasured && !isDuration(first.field))) {
    return undefined;
  }
  const keys = needs.keys();
  return {
    isMeasured,
    keys: first.kind === 'histogram_over_time' ? [...keys, { kind: 'duration_bucket' }] : keys,
  };
}

const columns: Readonly<Record<string, TallyKey>> = {
  name: { kind: 'span_name' },
  kind: { kind: 'span_kind' },
  status: { kind: 'status_code' },
};

/** Collects what filters and labels depend on. */
class TallyNeeds {
  readonly #columns = new Set<TallyKey>();
  readonly #resource = new Set<string>();
  readonly #bounds = new Set<bigint>();
  #needsTop = false;

  keys(): readonly TallyKey[] {
    const keys = [...this.#columns];
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
      this.#resource.add(field.name);
      return field.scope === 'resource';
    }
    const column = columns[field.name];
    if (column !== undefined) {
      this.#columns.add(column);
    }
    return column !== undefined;
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

function isDuration(field: Field): boolean {
  return field.kind === 'intrinsic' && field.name === 'duration';
}
