import type { ModelInfo, ModelPrice } from '@pydantic/genai-prices';
import type { SpanPricing } from '@spanhouse/span-schema';

/** Prices per token in whole units, so that sums have no rounding errors. One dollar equals `unitsPerDollar` units. */
export interface TokenPrices {
  input: TieredPrice;
  cacheRead: TieredPrice;
  cacheWrite: TieredPrice;
  inputAudio: TieredPrice;
  output: TieredPrice;
  outputAudio: TieredPrice;
  unitsPerDollar: number;
}

/** A price that may depend on the length of the prompt. */
interface TieredPrice {
  base: number;
  /**
   * The tiers in ascending order. The last tier whose `start` is below the prompt length applies to all tokens of the
   * call.
   */
  tiers: readonly { start: number; price: number }[];
}

/** Prices that apply while a condition is met. */
export interface PricePeriod {
  /** Returns whether the prices apply at a time in milliseconds; `undefined` if they always apply. */
  isInForce: ((timeMs: number) => boolean) | undefined;
  prices: TokenPrices;
}

/** A model with its prices, and the model name and price source that a span shows. */
export interface PricedModel {
  pricing: SpanPricing;
  periods: readonly PricePeriod[];
}

/** Returns the price per token in a call whose prompt has `promptTokens` tokens. */
export function priceAt({ base, tiers }: TieredPrice, promptTokens: number): number {
  let price = base;
  for (const tier of tiers) {
    if (promptTokens > tier.start) {
      price = tier.price;
    }
  }
  return price;
}

/**
 * Returns the prices at a time in nanoseconds. If several periods apply, the last one is used, as in the table's own
 * look-up.
 */
export function pricesAt(periods: readonly PricePeriod[], timeNs: bigint): TokenPrices | undefined {
  if (periods.length === 1) {
    return periods[0]?.prices;
  }
  const timeMs = Number(timeNs / 1_000_000n);
  return (periods.findLast(({ isInForce }) => isInForce?.(timeMs) ?? true) ?? periods[0])?.prices;
}

/**
 * Reads a model's prices. Returns `undefined` if the model has no token prices, or if one of its price rules is of an
 * unknown kind.
 */
export function readPricePeriods(model: ModelInfo): readonly PricePeriod[] | undefined {
  const conditional = Array.isArray(model.prices) ? model.prices : [{ prices: model.prices }];
  const periods: PricePeriod[] = [];
  for (const { constraint, prices } of conditional) {
    const tokenPrices = readTokenPrices(prices);
    if (tokenPrices === undefined) {
      return undefined;
    }
    periods.push({ isInForce: constraint && toCondition(constraint), prices: tokenPrices });
  }
  return periods;
}

type Constraint = Extract<ModelInfo['prices'], readonly unknown[]>[number]['constraint'];

const MS_PER_DAY = 86_400_000;

function toCondition(constraint: NonNullable<Constraint>): (timeMs: number) => boolean {
  if (constraint.type === 'start_date') {
    const from = Date.parse(constraint.start_date);
    return (timeMs) => timeMs >= from;
  }
  const from = toTimeOfDay(Date.parse(`1970-01-01T${constraint.start_time}`));
  const to = toTimeOfDay(Date.parse(`1970-01-01T${constraint.end_time}`));
  return (timeMs) => {
    const at = toTimeOfDay(timeMs);
    return to < from ? at >= from || at < to : at >= from && at < to;
  };
}

function toTimeOfDay(timeMs: number): number {
  return ((timeMs % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY;
}

function readTokenPrices(prices: ModelPrice): TokenPrices | undefined {
  const { input_mtok } = prices;
  return input_mtok === undefined ? undefined : toTokenPrices({ ...prices, input_mtok });
}

/** Converts prices per million tokens. A kind of token without a price gets the general price for input or output. */
export function toTokenPrices(prices: ModelPrice & { readonly input_mtok: Price }): TokenPrices {
  const { input_mtok: input, output_mtok: output = 0 } = prices;
  const {
    cache_read_mtok: cacheRead = input,
    cache_write_mtok: cacheWrite = input,
    input_audio_mtok: inputAudio = input,
    output_audio_mtok: outputAudio = output,
  } = prices;
  const all = [input, cacheRead, cacheWrite, inputAudio, output, outputAudio].flatMap(pricesIn);
  const decimals = Math.max(...all.map(countDecimals));
  return {
    input: scale(input, decimals),
    cacheRead: scale(cacheRead, decimals),
    cacheWrite: scale(cacheWrite, decimals),
    inputAudio: scale(inputAudio, decimals),
    output: scale(output, decimals),
    outputAudio: scale(outputAudio, decimals),
    unitsPerDollar: 10 ** (decimals + 6),
  };
}

type Price = NonNullable<ModelPrice[string]>;

function pricesIn(price: Price): number[] {
  return typeof price === 'number'
    ? [price]
    : [price.base, ...price.tiers.map((tier) => tier.price)];
}

const MOST_DECIMALS = 12;

/** Returns the number of decimal places of a price. */
function countDecimals(price: number): number {
  let decimals = 0;
  while (decimals < MOST_DECIMALS && toUnits(price, decimals) / 10 ** decimals !== price) {
    decimals++;
  }
  return decimals;
}

function toUnits(price: number, decimals: number): number {
  return Math.round(price * 10 ** decimals);
}

function scale(price: Price, decimals: number): TieredPrice {
  if (typeof price === 'number') {
    return { base: toUnits(price, decimals), tiers: [] };
  }
  const tiers = price.tiers.map((tier) => ({
    start: tier.start,
    price: toUnits(tier.price, decimals),
  }));
  return {
    base: toUnits(price.base, decimals),
    tiers: tiers.sort((left, right) => left.start - right.start),
  };
}
