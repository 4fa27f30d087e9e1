import type { CanonicalSpan, JsonValue } from '@spanhouse/span-schema';
import type { SpanColumn } from './column.js';

type ReadNumber = (span: CanonicalSpan) => JsonValue | undefined;

const hiddenNumber = { type: 'Float64', isHidden: true } as const;

/**
 * Numbers that queries filter and sum without parsing JSON. A trace's totals are the sums of the incremental numbers.
 * If a total is 0, the number that was submitted for the root is used instead. Filters on other metrics read the JSON
 * in the column `metrics`.
 */
export const numberColumns = [
  {
    name: 'duration_ms',
    type: 'Float64',
    from: (span) => span.metrics.duration.cumulative,
    absent: { bit: 9 },
    filter: 'ag.metrics.duration.cumulative',
    isHidden: true,
  },
  incremental('errors', 10, (span) => span.metrics.errors.incremental),
  cumulative('errors', 11, (span) => span.metrics.errors.cumulative),
  incremental('tokens_prompt', 12, (span) => span.metrics.tokens.incremental?.['prompt']),
  incremental('tokens_completion', 13, (span) => span.metrics.tokens.incremental?.['completion']),
  incremental('tokens_total', 14, (span) => span.metrics.tokens.incremental?.['total']),
  cumulative('tokens_total', 15, (span) => span.metrics.tokens.cumulative?.['total']),
  incremental('costs_prompt', 16, (span) => span.metrics.costs.incremental?.['prompt']),
  incremental('costs_completion', 17, (span) => span.metrics.costs.incremental?.['completion']),
  incremental('costs_total', 18, (span) => span.metrics.costs.incremental?.['total']),
  cumulative('costs_total', 19, (span) => span.metrics.costs.cumulative?.['total']),
  submitted('errors', (span) => span.submitted_cumulative?.errors),
  submitted('tokens_prompt', (span) => span.submitted_cumulative?.tokens?.['prompt']),
  submitted('tokens_completion', (span) => span.submitted_cumulative?.tokens?.['completion']),
  submitted('tokens_total', (span) => span.submitted_cumulative?.tokens?.['total']),
  submitted('costs_prompt', (span) => span.submitted_cumulative?.costs?.['prompt']),
  submitted('costs_completion', (span) => span.submitted_cumulative?.costs?.['completion']),
  submitted('costs_total', (span) => span.submitted_cumulative?.costs?.['total']),
] as const satisfies readonly SpanColumn[];

/** Declares the column for a number that covers only the span itself. The number is added to a sum of the trace. */
function incremental<Sum extends string>(sum: Sum, bit: number, from: ReadNumber) {
  const name = `${sum}_incremental` as const;
  return { ...hiddenNumber, name, from, absent: { bit }, filter: pathOf(name), sum } as const;
}

/** Declares the column for a number that covers the span and its descendants. */
function cumulative<Sum extends string>(sum: Sum, bit: number, from: ReadNumber) {
  const name = `${sum}_cumulative` as const;
  return { ...hiddenNumber, name, from, absent: { bit }, filter: pathOf(name) } as const;
}

/** Declares the column for the submitted value of a `cumulative` number. */
function submitted<Sum extends string>(sum: Sum, from: ReadNumber) {
  return { ...hiddenNumber, name: `submitted_${sum}`, from, submittedSum: sum } as const;
}

/** Returns the path of a metric, for example `ag.metrics.tokens.incremental.prompt` for `tokens_prompt_incremental`. */
function pathOf(name: string) {
  return `ag.metrics.${name.replace(/^(\w+)_(\w+)_(\w+)$/, '$1.$3.$2').replace('_', '.')}` as const;
}
