import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SpanPricing,
} from '@spanhouse/span-schema';
import type { AgParts } from '../ag/ag-parts.js';
import { findPricedModel, type PriceLookUps } from './price-table.js';
import { type PricedModel, priceAt, pricesAt, type TokenPrices } from './token-prices.js';

/** The members of a span, apart from `ag`, that affect its costs. */
interface PricedSpan {
  /** True if the tokens were mapped from a convention. In this case, the `cumulative` tokens are a wrapper's total. */
  readonly has_mapped_usage: boolean;
  /** True if the convention's attributes contain costs, which are then kept. */
  readonly has_stated_costs: boolean;
  /** Start time in nanoseconds since the Unix epoch. Prices can depend on it. */
  readonly start_time: bigint;
}

/**
 * Sets the costs to the price of the tokens (see docs/api/ingest.md) and returns the prices used. The costs of a call
 * are `incremental`; the costs of a wrapper are `cumulative`. Leaves the span unchanged if it has no tokens, if its
 * model is unknown, or if the convention's attributes contain costs.
 */
export function computeCosts(
  parts: AgParts,
  span: PricedSpan,
  lookUps: PriceLookUps,
): SpanPricing | undefined {
  if (span.has_stated_costs && hasCosts(parts)) {
    return stated;
  }
  const side = pricedSide(parts, span);
  const tokens = side && parts.metrics.tokens[side];
  if (side === undefined || tokens === undefined) {
    return undefined;
  }
  if (countIn(tokens, 'prompt') === undefined && countIn(tokens, 'completion') === undefined) {
    return undefined;
  }
  const model = findModel(parts, lookUps);
  const prices = model && pricesAt(model.periods, span.start_time);
  if (prices === undefined) {
    return undefined;
  }
  const promptUnits = promptUnitsOf(tokens, prices);
  const completionUnits = completionUnitsOf(tokens, prices);
  parts.metrics.costs[side] = {
    prompt: promptUnits / prices.unitsPerDollar,
    completion: completionUnits / prices.unitsPerDollar,
    total: toFinite(promptUnits + completionUnits) / prices.unitsPerDollar,
  };
  return model?.pricing;
}

const stated: SpanPricing = { source: 'client' };

/** Reports whether the costs from the convention are valid numbers. */
function hasCosts({ metrics: { costs } }: AgParts): boolean {
  return costs.incremental !== undefined || costs.cumulative !== undefined;
}

function pricedSide(
  { metrics: { tokens, costs } }: AgParts,
  { has_mapped_usage }: PricedSpan,
): 'incremental' | 'cumulative' | undefined {
  if (tokens.incremental !== undefined) {
    return 'incremental';
  }
  return has_mapped_usage && costs.cumulative === undefined ? 'cumulative' : undefined;
}

/** The service tiers whose prices differ from those of the standard tier. */
const tiers: ReadonlySet<JsonValue | undefined> = new Set(['batch', 'flex', 'priority']);

/** Finds the first of the span's model names that has a price. */
function findModel({ meta, data }: AgParts, lookUps: PriceLookUps): PricedModel | undefined {
  const response = meta?.['response'];
  const request = meta?.['request'];
  const tier = memberOf(response, 'service_tier') ?? memberOf(request, 'service_tier');
  const suffix = tiers.has(tier) ? `:${tier}` : '';
  return (
    modelIn(response, suffix, lookUps) ??
    modelIn(request, suffix, lookUps) ??
    modelIn(data?.['parameters'], suffix, lookUps)
  );
}

/** Finds a model, with prices for the service tier if there are any, and otherwise with standard prices. */
function modelIn(
  holder: JsonValue | undefined,
  suffix: string,
  lookUps: PriceLookUps,
): PricedModel | undefined {
  const name = memberOf(holder, 'model');
  if (typeof name !== 'string' || name === '') {
    return undefined;
  }
  const atTier = suffix === '' ? undefined : findPricedModel(name + suffix, lookUps);
  return atTier ?? findPricedModel(name, lookUps);
}

function memberOf(holder: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(holder) ? holder[key] : undefined;
}

/**
 * Returns the price of a prompt, including cached and audio tokens. The number of text tokens is the total minus all
 * other tokens.
 */
function promptUnitsOf(tokens: JsonObject, prices: TokenPrices): number {
  const prompt = countIn(tokens, 'prompt') ?? 0;
  const read = wholeCountIn(tokens, 'cache_read') || wholeCountIn(tokens, 'cached');
  const written = wholeCountIn(tokens, 'cache_creation');
  const fresh = Math.max(prompt - read - written, 0);
  // Cached audio is priced as cached text, because no convention distinguishes the two.
  const audio = Math.min(wholeCountIn(tokens, 'prompt_audio'), fresh);
  return toFinite(
    (fresh - audio) * priceAt(prices.input, prompt) +
      audio * priceAt(prices.inputAudio, prompt) +
      read * priceAt(prices.cacheRead, prompt) +
      written * priceAt(prices.cacheWrite, prompt),
  );
}

function completionUnitsOf(tokens: JsonObject, prices: TokenPrices): number {
  const prompt = countIn(tokens, 'prompt') ?? 0;
  const completion = countIn(tokens, 'completion') ?? 0;
  const audio = Math.min(wholeCountIn(tokens, 'completion_audio'), Math.max(completion, 0));
  return toFinite(
    (completion - audio) * priceAt(prices.output, prompt) +
      audio * priceAt(prices.outputAudio, prompt),
  );
}

/** Returns a count rounded down to an integer; 0 if it is missing or negative. */
function wholeCountIn(tokens: JsonObject, key: string): number {
  return Math.max(Math.trunc(countIn(tokens, key) ?? 0), 0);
}

function countIn(tokens: JsonObject, key: string): number | undefined {
  const count = tokens[key];
  return typeof count === 'number' || typeof count === 'bigint' ? Number(count) : undefined;
}

/** Returns the nearest finite number, because sums of submitted numbers can overflow and JSON has no infinity. */
export function toFinite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}
