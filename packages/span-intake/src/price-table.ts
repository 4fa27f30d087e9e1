import { calcPrice, type ModelInfo } from '@pydantic/genai-prices';
import type { SpanPricing } from '@spanhouse/span-schema';
import { type PricePeriod, readPricePeriods } from './token-prices.js';

const TABLE = '@pydantic/genai-prices';

/** Of the installed package, which does not tell itself; a test compares the two. */
export const PRICE_TABLE_VERSION = '0.1.8';

/**
 * Whose model names are tried, in this order, when the table cannot tell the provider from the name. Providers that
 * only resell under names of others are left out: their prices differ, and no price is better than a wrong one.
 */
const NAMING_PROVIDERS = [
  ...['openai', 'cohere', 'mistral', 'perplexity', 'aws', 'google', 'groq', 'openrouter'],
];

/** A model the table knows, by the name it was found under. */
export interface PricedModel {
  pricing: SpanPricing;
  periods: readonly PricePeriod[];
}

/** How many names not seen before one request may still have looked up: a look-up may take half a millisecond. */
export interface PriceLookUps {
  left: number;
}

const LOOK_UPS_PER_REQUEST = 100;

export function createPriceLookUps(): PriceLookUps {
  return { left: LOOK_UPS_PER_REQUEST };
}

const CACHED_MODELS = 4096;
const LONGEST_NAME = 256;
const UNKNOWN = Symbol('unknown');

const cache = new Map<string, PricedModel | typeof UNKNOWN>();

export function findPricedModel(name: string, lookUps: PriceLookUps): PricedModel | undefined {
  const known = cache.get(name);
  if (known !== undefined) {
    return known === UNKNOWN ? undefined : known;
  }
  if (name.length > LONGEST_NAME || lookUps.left === 0) {
    return undefined;
  }
  lookUps.left--;
  const found = lookUp(name);
  if (cache.size >= CACHED_MODELS) {
    cache.clear();
  }
  cache.set(name, found ?? UNKNOWN);
  return found;
}

function lookUp(name: string): PricedModel | undefined {
  const model = findModel(name);
  const periods = model && readPricePeriods(model);
  return (
    periods && { pricing: { table: TABLE, version: PRICE_TABLE_VERSION, model: name }, periods }
  );
}

/** The prices themselves are read from the model, so neither usage nor time matters here. */
const ANY_TIME = new Date(0);

function findModel(name: string): ModelInfo | undefined {
  const found = calcPrice({}, name, { timestamp: ANY_TIME });
  if (found !== null) {
    return found.model;
  }
  for (const providerId of NAMING_PROVIDERS) {
    const model = calcPrice({}, name, { providerId, timestamp: ANY_TIME })?.model;
    if (model !== undefined) {
      return model;
    }
  }
  return undefined;
}
