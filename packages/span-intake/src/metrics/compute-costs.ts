import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SpanPricing,
  type SpanType,
} from '@spanhouse/span-schema';
import type { AgParts } from '../ag/ag-parts.js';
import { findPricedModel, type PricedModel, type PriceLookUps } from './price-table.js';
import { priceAt, pricesAt } from './token-prices.js';

/** The values besides `ag` that determine a span's costs. */
export interface CostContext {
  span_type: SpanType;
  /** Nanoseconds since the Unix epoch; it decides between prices of several periods. */
  start_time: bigint;
  lookUps: PriceLookUps;
}

/** The types of spans that call a model. */
const pricedTypes: ReadonlySet<SpanType> = new Set<SpanType>([
  'embedding',
  'query',
  'completion',
  'chat',
  'rerank',
  'llm',
]);

/**
 * Replaces `costs.incremental` by the price of the tokens (see docs/api/ingest.md) and returns the
 * prices used. A span without tokens, or with a model that the table does not know, is unchanged.
 */
export function computeCosts(parts: AgParts, context: CostContext): SpanPricing | undefined {
  const tokens = parts.metrics.tokens.incremental;
  if (tokens === undefined || !pricedTypes.has(context.span_type)) {
    return undefined;
  }
  const prompt = countIn(tokens, 'prompt');
  const completion = countIn(tokens, 'completion');
  if (prompt === undefined && completion === undefined) {
    return undefined;
  }
  const model = findModel(parts, context.lookUps);
  const prices = model && pricesAt(model.periods, context.start_time);
  if (prices === undefined) {
    return undefined;
  }
  const promptTokens = prompt ?? 0;
  const cachedTokens = cachedIn(tokens);
  const fresh = Math.max(promptTokens - cachedTokens, 0) * priceAt(prices.input, promptTokens);
  const cached = cachedTokens * priceAt(prices.cacheRead, promptTokens);
  const promptUnits = toFinite(fresh + cached);
  const completionUnits = toFinite((completion ?? 0) * priceAt(prices.output, promptTokens));
  parts.metrics.costs.incremental = {
    prompt: promptUnits / prices.unitsPerDollar,
    completion: completionUnits / prices.unitsPerDollar,
    total: toFinite(promptUnits + completionUnits) / prices.unitsPerDollar,
  };
  return model?.pricing;
}

/** Finds the first of the span's model names that the table knows. */
function findModel({ meta, data }: AgParts, lookUps: PriceLookUps): PricedModel | undefined {
  return (
    modelIn(meta?.['response'], lookUps) ??
    modelIn(meta?.['request'], lookUps) ??
    modelIn(data?.['parameters'], lookUps)
  );
}

function modelIn(holder: JsonValue | undefined, lookUps: PriceLookUps): PricedModel | undefined {
  const name = isJsonObject(holder) ? holder['model'] : undefined;
  return typeof name === 'string' && name !== '' ? findPricedModel(name, lookUps) : undefined;
}

function cachedIn(tokens: JsonObject): number {
  const count = [countIn(tokens, 'cache_read'), countIn(tokens, 'cached')].find(isPositive) ?? 0;
  return Math.trunc(count);
}

function isPositive(count: number | undefined): boolean {
  return count !== undefined && count > 0;
}

function countIn(tokens: JsonObject, key: string): number | undefined {
  const count = tokens[key];
  return typeof count === 'number' || typeof count === 'bigint' ? Number(count) : undefined;
}

/** Returns the nearest finite number. Sums of submitted numbers can overflow, and JSON has no infinity. */
export function toFinite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}
