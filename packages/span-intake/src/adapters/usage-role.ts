import {
  type JsonObject,
  type JsonValue,
  parseSpanType,
  type SpanType,
} from '@spanhouse/span-schema';
import { cleanCount } from '../ag/ag-leaves.js';
import { toFinite } from '../metrics/compute-costs.js';
import type { Adapter } from './adapter.js';
import { type AgKey, spanType } from './ag-key.js';
import type { MappedValues } from './mapped-values.js';
import { toAgKey, toNode } from './mapping-table.js';

const incrementalTokens = toAgKey('tokens');
const incrementalCosts: AgKey = 'ag.metrics.costs.incremental';

const tokenCounts = countKeys(incrementalTokens);
const costCounts = countKeys(incrementalCosts);

type CountKeys = ReturnType<typeof countKeys>;

function countKeys(counts: AgKey) {
  return {
    prompt: `${counts}.prompt`,
    completion: `${counts}.completion`,
    total: `${counts}.total`,
  } as const satisfies Record<string, AgKey>;
}

/** Types of spans that contain model calls but are not calls themselves. */
const wrapperTypes: ReadonlySet<SpanType> = new Set<SpanType>([
  'agent',
  'chain',
  'workflow',
  'task',
  'tool',
]);

/**
 * Creates the adapter that decides whether the usage from a convention is `incremental` or `cumulative` (see
 * docs/api/ingest.md). The usage of a call stays `incremental`. A wrapper repeats the usage of the calls below it, so
 * its usage becomes `cumulative`. The adapter runs before the producer's own `ag.metrics` are mapped and therefore does
 * not change them.
 */
export function usageRole(conventions: readonly Adapter[]): Adapter {
  const isUsage = (key: string) =>
    conventions.some(({ ruleFor }) => {
      const target = ruleFor(key)?.target;
      return target?.startsWith(incrementalTokens) || target?.startsWith(incrementalCosts);
    });
  return {
    name: 'usage_role',
    ruleFor: (key) => (isUsage(key) ? { target: undefined } : undefined),
    finish(mapped, { attributes }) {
      mapped.hasUsage = true;
      mapped.hasCosts = mapped.hasAtOrBelow(incrementalCosts);
      addTotal(mapped, tokenCounts);
      addTotal(mapped, costCounts);
      if (isWrapper(mapped, attributes)) {
        mapped.moveBelow(incrementalTokens, 'ag.metrics.tokens.cumulative');
        mapped.moveBelow(incrementalCosts, 'ag.metrics.costs.cumulative');
      }
    },
  };
}

/**
 * Sets the total to the sum of prompt and completion. One of the two may be missing; for example, embeddings have no
 * completion.
 */
function addTotal(mapped: MappedValues, keys: CountKeys): void {
  if (mapped.get(keys.total) !== undefined) {
    return;
  }
  const prompt = toCount(mapped.get(keys.prompt));
  const completion = toCount(mapped.get(keys.completion));
  if (prompt !== undefined || completion !== undefined) {
    mapped.set(keys.total, toFinite((prompt ?? 0) + (completion ?? 0)));
  }
}

function toCount(value: JsonValue | undefined): number | undefined {
  const count = value === undefined ? undefined : cleanCount(value);
  return count === undefined ? undefined : Number(count);
}

function isWrapper(mapped: MappedValues, attributes: Readonly<JsonObject>): boolean {
  const vercel = attributes['ai.operationId'];
  if (typeof vercel === 'string') {
    return !vercel.includes('.do');
  }
  const operation = attributes['gen_ai.operation.name'];
  const type = typeOf(mapped, attributes);
  return (
    operation === 'invoke_agent' ||
    operation === 'invoke_workflow' ||
    attributes['gen_ai.aggregated_usage.input_tokens'] !== undefined ||
    attributes['gen_ai.aggregated_usage.output_tokens'] !== undefined ||
    (type !== undefined && wrapperTypes.has(type))
  );
}

/** Returns the type that the span states. A span with usage but without a type is treated as a call. */
function typeOf(mapped: MappedValues, attributes: Readonly<JsonObject>): SpanType | undefined {
  const type = attributes[spanType] ?? attributes['ag.type.node'] ?? mapped.get(spanType) ?? null;
  return parseSpanType(toNode(type));
}
