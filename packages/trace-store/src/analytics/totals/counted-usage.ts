import { traceSums } from '@spanhouse/span-row';
import { bind, oneLine } from '../../connection/statement.js';

/**
 * The spans in unresolved traces for which the counted usage differs from the `incremental` numbers. Each span is
 * identified by its trace id and span id in hex.
 */
export interface CountedUsage {
  /** Calls that are not counted because another call reports the same usage. */
  readonly echoes: readonly string[];
  /** Wrappers whose tokens are counted. */
  readonly tokens: readonly string[];
  /** Wrappers whose costs are counted. */
  readonly costs: readonly string[];
}

/** SQL for the numbers that a span adds to the totals of its trace. The names of the columns begin with `sum_`. */
export const addedColumns = Object.fromEntries(
  traceSums.map(({ name, added }) => [`sum_${name}`, added]),
);

/** SQL for the `cumulative` numbers that were submitted with a span. The names of the columns begin with `sent_`. */
export const sentColumns = Object.fromEntries(
  traceSums.map(({ name, submitted }) => [`sent_${name}`, submitted]),
);

/** Returns whether `countedSpans` needs the `sentColumns`. */
export function countsWrappers({ tokens, costs }: CountedUsage): boolean {
  return tokens.length > 0 || costs.length > 0;
}

/** Returns SQL for the spans that `spans` selects. In `addedColumns`, the counted usage replaces the reported usage. */
export function countedSpans(spans: string, usage: CountedUsage): string {
  if (usage.echoes.length === 0 && !countsWrappers(usage)) {
    return spans;
  }
  const isIn = (keys: readonly string[]) =>
    keys.length === 0 ? 'false' : `(trace_id, span_id) IN ${bindSpans(keys)}`;
  const counted = traceSums.flatMap(({ name }) => {
    const group = usageGroup(name);
    const wrapped = group && usage[group].length > 0 ? `adds_${group}, sent_${name}, ` : '';
    return group === undefined ? [] : `multiIf(is_echo, 0, ${wrapped}sum_${name}) AS sum_${name}`;
  });
  return oneLine`
    SELECT * REPLACE (${counted.join(', ')}) FROM (
    SELECT *, ${isIn(usage.echoes)} AS is_echo, ${isIn(usage.tokens)} AS adds_tokens, ${isIn(usage.costs)} AS adds_costs
    FROM (${spans}))
  `;
}

function usageGroup(sum: string): 'tokens' | 'costs' | undefined {
  const [group] = sum.split('_');
  return group === 'tokens' || group === 'costs' ? group : undefined;
}

function bindSpans(keys: readonly string[]): string {
  const bytes = `arrayJoin(arrayMap(key -> unhex(key), ${bind('Array(String)', keys)}))`;
  return `(SELECT toFixedString(substring(${bytes} AS bytes, 1, 16), 16), toFixedString(substring(bytes, 17, 8), 8))`;
}
