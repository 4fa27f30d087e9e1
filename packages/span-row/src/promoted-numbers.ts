import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { PRESENT } from './present.js';

interface PromotedNumber {
  readonly name: string;
  /** 0 where nothing has to tell an absent value from 0. */
  readonly present: number;
  readonly from: (span: CanonicalSpan) => JsonValue | undefined;
}

const promoted = <Name extends string>(
  name: Name,
  from: PromotedNumber['from'],
  present = 0,
): PromotedNumber & { readonly name: Name } => ({ name, from, present });

/**
 * Numbers that reads filter and sum without opening a JSON text. The incremental and the submitted
 * ones add up to the totals of a trace; the duration, the errors and the totals are what filters ask for.
 */
export const PROMOTED_NUMBERS = [
  promoted('duration_ms', (span) => span.metrics.duration.cumulative, PRESENT.duration_ms),
  promoted(
    'errors_incremental',
    (span) => span.metrics.errors.incremental,
    PRESENT.errors_incremental,
  ),
  promoted(
    'errors_cumulative',
    (span) => span.metrics.errors.cumulative,
    PRESENT.errors_cumulative,
  ),
  promoted(
    'tokens_prompt_incremental',
    (span) => span.metrics.tokens.incremental?.['prompt'],
    PRESENT.tokens_prompt_incremental,
  ),
  promoted(
    'tokens_completion_incremental',
    (span) => span.metrics.tokens.incremental?.['completion'],
    PRESENT.tokens_completion_incremental,
  ),
  promoted(
    'tokens_total_incremental',
    (span) => span.metrics.tokens.incremental?.['total'],
    PRESENT.tokens_total_incremental,
  ),
  promoted(
    'tokens_total_cumulative',
    (span) => span.metrics.tokens.cumulative?.['total'],
    PRESENT.tokens_total_cumulative,
  ),
  promoted(
    'costs_prompt_incremental',
    (span) => span.metrics.costs.incremental?.['prompt'],
    PRESENT.costs_prompt_incremental,
  ),
  promoted(
    'costs_completion_incremental',
    (span) => span.metrics.costs.incremental?.['completion'],
    PRESENT.costs_completion_incremental,
  ),
  promoted(
    'costs_total_incremental',
    (span) => span.metrics.costs.incremental?.['total'],
    PRESENT.costs_total_incremental,
  ),
  promoted(
    'costs_total_cumulative',
    (span) => span.metrics.costs.cumulative?.['total'],
    PRESENT.costs_total_cumulative,
  ),
  promoted('submitted_errors', (span) => span.submitted_cumulative?.errors),
  promoted('submitted_tokens_prompt', (span) => span.submitted_cumulative?.tokens?.['prompt']),
  promoted(
    'submitted_tokens_completion',
    (span) => span.submitted_cumulative?.tokens?.['completion'],
  ),
  promoted('submitted_tokens_total', (span) => span.submitted_cumulative?.tokens?.['total']),
  promoted('submitted_costs_prompt', (span) => span.submitted_cumulative?.costs?.['prompt']),
  promoted(
    'submitted_costs_completion',
    (span) => span.submitted_cumulative?.costs?.['completion'],
  ),
  promoted('submitted_costs_total', (span) => span.submitted_cumulative?.costs?.['total']),
] as const;

/** Fills `numbers`, one per column, and returns their bits of `present`. */
export function promoteNumbers(span: CanonicalSpan, numbers: Float64Array): number {
  let present = 0;
  for (let index = 0; index < PROMOTED_NUMBERS.length; index++) {
    const column = PROMOTED_NUMBERS[index] as PromotedNumber;
    const value = column.from(span);
    if (typeof value === 'number' || typeof value === 'bigint') {
      numbers[index] = Number(value);
      present |= column.present;
    } else {
      numbers[index] = 0;
    }
  }
  return present;
}

/** The first non-empty name of the model that answered, was asked for, or is in the parameters. */
export function modelOf(attributes: JsonObject): string {
  const ag = member(attributes, 'ag');
  const meta = member(ag, 'meta');
  return (
    text(member(member(meta, 'response'), 'model')) ||
    text(member(member(meta, 'request'), 'model')) ||
    text(member(member(member(ag, 'data'), 'parameters'), 'model'))
  );
}

/** Names that no object inherits: what is found is the span's own. */
function member(
  value: JsonValue | undefined,
  name: 'ag' | 'meta' | 'data' | 'request' | 'response' | 'parameters' | 'model',
): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value[name]
    : undefined;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
