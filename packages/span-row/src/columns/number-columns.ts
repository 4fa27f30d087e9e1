import type { SpanColumn } from './column.js';

/**
 * The numbers that reads filter and sum without parsing a JSON text. The incremental numbers add up to
 * the totals of a trace; if a total is 0, the submitted number of the root is used instead. Filters
 * on other metrics read the text of the column `metrics`.
 */
export const numberColumns = [
  {
    name: 'duration_ms',
    type: 'Float64',
    from: (span) => span.metrics.duration.cumulative,
    absent: { bit: 9 },
    filter: 'ag.metrics.duration.cumulative',
  },
  {
    name: 'errors_incremental',
    type: 'Float64',
    from: (span) => span.metrics.errors.incremental,
    absent: { bit: 10 },
    filter: 'ag.metrics.errors.incremental',
    sum: 'errors',
  },
  {
    name: 'errors_cumulative',
    type: 'Float64',
    from: (span) => span.metrics.errors.cumulative,
    absent: { bit: 11 },
    filter: 'ag.metrics.errors.cumulative',
  },
  {
    name: 'tokens_prompt_incremental',
    type: 'Float64',
    from: (span) => span.metrics.tokens.incremental?.['prompt'],
    absent: { bit: 12 },
    filter: 'ag.metrics.tokens.incremental.prompt',
    sum: 'tokens_prompt',
  },
  {
    name: 'tokens_completion_incremental',
    type: 'Float64',
    from: (span) => span.metrics.tokens.incremental?.['completion'],
    absent: { bit: 13 },
    filter: 'ag.metrics.tokens.incremental.completion',
    sum: 'tokens_completion',
  },
  {
    name: 'tokens_total_incremental',
    type: 'Float64',
    from: (span) => span.metrics.tokens.incremental?.['total'],
    absent: { bit: 14 },
    filter: 'ag.metrics.tokens.incremental.total',
    sum: 'tokens_total',
  },
  {
    name: 'tokens_total_cumulative',
    type: 'Float64',
    from: (span) => span.metrics.tokens.cumulative?.['total'],
    absent: { bit: 15 },
    filter: 'ag.metrics.tokens.cumulative.total',
  },
  {
    name: 'costs_prompt_incremental',
    type: 'Float64',
    from: (span) => span.metrics.costs.incremental?.['prompt'],
    absent: { bit: 16 },
    filter: 'ag.metrics.costs.incremental.prompt',
    sum: 'costs_prompt',
  },
  {
    name: 'costs_completion_incremental',
    type: 'Float64',
    from: (span) => span.metrics.costs.incremental?.['completion'],
    absent: { bit: 17 },
    filter: 'ag.metrics.costs.incremental.completion',
    sum: 'costs_completion',
  },
  {
    name: 'costs_total_incremental',
    type: 'Float64',
    from: (span) => span.metrics.costs.incremental?.['total'],
    absent: { bit: 18 },
    filter: 'ag.metrics.costs.incremental.total',
    sum: 'costs_total',
  },
  {
    name: 'costs_total_cumulative',
    type: 'Float64',
    from: (span) => span.metrics.costs.cumulative?.['total'],
    absent: { bit: 19 },
    filter: 'ag.metrics.costs.cumulative.total',
  },
  {
    name: 'submitted_errors',
    type: 'Float64',
    from: (span) => span.submitted_cumulative?.errors,
    submittedSum: 'errors',
  },
  {
    name: 'submitted_tokens_prompt',
    type: 'Float64',
    from: (span) => span.submitted_cumulative?.tokens?.['prompt'],
    submittedSum: 'tokens_prompt',
  },
  {
    name: 'submitted_tokens_completion',
    type: 'Float64',
    from: (span) => span.submitted_cumulative?.tokens?.['completion'],
    submittedSum: 'tokens_completion',
  },
  {
    name: 'submitted_tokens_total',
    type: 'Float64',
    from: (span) => span.submitted_cumulative?.tokens?.['total'],
    submittedSum: 'tokens_total',
  },
  {
    name: 'submitted_costs_prompt',
    type: 'Float64',
    from: (span) => span.submitted_cumulative?.costs?.['prompt'],
    submittedSum: 'costs_prompt',
  },
  {
    name: 'submitted_costs_completion',
    type: 'Float64',
    from: (span) => span.submitted_cumulative?.costs?.['completion'],
    submittedSum: 'costs_completion',
  },
  {
    name: 'submitted_costs_total',
    type: 'Float64',
    from: (span) => span.submitted_cumulative?.costs?.['total'],
    submittedSum: 'costs_total',
  },
] as const satisfies readonly SpanColumn[];
