import { type Json, membersOf, type ShownSpan, valueAt } from '../../api/shown-span.js';
import { writeJson } from '../../parts/values/write-json.js';
import { writeCost, writeCount } from '../../parts/values/write-value.js';

const sums = new Set(['prompt', 'completion', 'total']);

/**
 * Returns a span's own token counts and cost as formatted strings. The values of its children are not included. A
 * member is undefined if the span lacks the value.
 */
export function readUsage({ attributes, pricing }: ShownSpan) {
  const metrics = valueAt(attributes, 'ag', 'metrics');
  const tokens = membersOf(valueAt(metrics, 'tokens', 'incremental')) ?? {};
  const cost = valueAt(metrics, 'costs', 'incremental', 'total');
  const { prompt, completion, total } = tokens;
  const hasTokens = [prompt, completion, total].some(isNumber);
  return {
    tokens: hasTokens ? `${countOf(prompt ?? 0)} → ${countOf(completion ?? 0)}` : undefined,
    /** Breakdown of the token counts by kind, such as `cache_read 40`. */
    kinds: Object.entries(tokens)
      .filter(([name, count]) => !sums.has(name) && isNumber(count) && count !== 0)
      .map(([name, count]) => `${name} ${countOf(count)}`),
    /** The cost, both rounded for display and with all digits. */
    cost: typeof cost === 'number' ? writeCost(cost) : undefined,
    exactCost: isNumber(cost) ? writeJson(cost) : undefined,
    /** The source of the prices from which the cost was computed. */
    prices: pricesOf(pricing),
  };
}

function pricesOf(pricing: ShownSpan['pricing']): string | undefined {
  if (pricing === undefined) {
    return undefined;
  }
  const { table, version, source, model } = pricing;
  switch (source) {
    case 'client':
      return 'stated by the sender';
    case 'project':
      return `the project's prices of ${model}`;
    default:
      return `${table} ${version}${model === undefined ? '' : `, ${model}`}`;
  }
}

function isNumber(value: Json | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function countOf(count: Json): string {
  return isNumber(count) ? writeCount(count) : writeJson(count);
}
