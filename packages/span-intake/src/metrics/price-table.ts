import { calcPrice, findProvider, type ModelInfo } from '@pydantic/genai-prices';
import type { ProjectPrices } from '@spanhouse/span-schema';
import { type PricedModel, readPricePeriods, toTokenPrices } from './token-prices.js';

/**
 * The package that contains the prices, and its version. The package does not export its version, so a test compares
 * this version with the installed one.
 */
export const priceTable = { name: '@pydantic/genai-prices', version: '0.1.8' };

/**
 * The providers to try, in order, if the table does not find a model by its name alone. Providers that resell other
 * providers' models are not listed: their prices differ, and a missing price is better than a wrong one.
 */
const namingProviders = [
  'openai',
  'cohere',
  'mistral',
  'perplexity',
  'aws',
  'google',
  'groq',
  'openrouter',
];

/** The look-up budget and the project's prices, which all look-ups for one request share. */
export interface PriceLookUps {
  /** The models for which the project has set prices. */
  readonly own: ReadonlyMap<string, PricedModel> | undefined;
  /** The number of new names that may still be looked up in the table. A single look-up can take half a millisecond. */
  left: number;
}

const LOOK_UPS_PER_REQUEST = 100;

/** Creates the look-ups for one request. `prices` are the prices that the project has set. */
export function createPriceLookUps(prices?: ProjectPrices): PriceLookUps {
  return { own: prices && modelsOfProject(prices), left: LOOK_UPS_PER_REQUEST };
}

const CACHED_MODELS = 4096;
const LONGEST_NAME = 256;
const unknown = Symbol('unknown');

const cache = new Map<string, PricedModel | typeof unknown>();

/**
 * Finds a model by name, first among the project's prices and then in the table. Returns `undefined` if the model is
 * unknown or the budget is used up.
 */
export function findPricedModel(name: string, lookUps: PriceLookUps): PricedModel | undefined {
  const own = lookUps.own?.get(name);
  if (own !== undefined) {
    return own;
  }
  const known = cache.get(name);
  if (known !== undefined) {
    return known === unknown ? undefined : known;
  }
  if (name.length > LONGEST_NAME || lookUps.left === 0) {
    return undefined;
  }
  lookUps.left--;
  const found = lookUp(name);
  if (cache.size >= CACHED_MODELS) {
    cache.clear();
  }
  cache.set(name, found ?? unknown);
  return found;
}

function lookUp(name: string): PricedModel | undefined {
  const model = findModel(name);
  const periods = model && readPricePeriods(model);
  return (
    periods && {
      pricing: { table: priceTable.name, version: priceTable.version, model: name },
      periods,
    }
  );
}

/**
 * A fixed time for look-ups. It does not affect the result, because the prices for the span's time are read from the
 * model later.
 */
const anyTime = new Date(0);

function findModel(name: string): ModelInfo | undefined {
  return findAtNamedProvider(name) ?? findAnywhere(name);
}

/** Providers, keyed by model-name prefixes that the table does not know. Only Google's API uses the prefix `models`. */
const providerAliases = new Map([
  ['models', 'google'],
  ['azure_ai', 'azure'],
  ['fireworks_ai', 'fireworks'],
]);

/** Finds a model by a name that begins with its provider: `vertex_ai/…`, `bedrock/<region>/…`, `openai:…`. */
function findAtNamedProvider(name: string): ModelInfo | undefined {
  const path = name
    .replace(/^arn:aws[\w-]*:bedrock:[^/]*\//, 'bedrock/')
    .replace(/^(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\//, '');
  const end = path.search(/[/:]/);
  const prefix = path.slice(0, Math.max(end, 0)).toLowerCase();
  const providerId = providerAliases.get(prefix) ?? findProvider({ providerId: prefix })?.id;
  if (prefix === '' || providerId === undefined) {
    return undefined;
  }
  const rest = path.slice(end + 1);
  return findAt(rest, providerId) ?? findAt(rest.slice(rest.lastIndexOf('/') + 1), providerId);
}

function findAnywhere(name: string): ModelInfo | undefined {
  for (const providerId of [undefined, ...namingProviders]) {
    const found = findAt(name, providerId);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Finds a model in a provider's list. If `providerId` is undefined, the table derives the provider from the name. */
function findAt(name: string, providerId: string | undefined): ModelInfo | undefined {
  const provider = providerId === undefined ? {} : { providerId };
  return calcPrice({}, name, { ...provider, timestamp: anyTime })?.model;
}

const modelsByPrices = new WeakMap<ProjectPrices, ReadonlyMap<string, PricedModel>>();

/** Returns the models for which a project has set prices. The result is cached per `prices` object. */
function modelsOfProject(prices: ProjectPrices): ReadonlyMap<string, PricedModel> {
  const known = modelsByPrices.get(prices);
  if (known !== undefined) {
    return known;
  }
  const models = new Map<string, PricedModel>();
  for (const [model, own] of Object.entries(prices)) {
    const periods = [{ isInForce: undefined, prices: toTokenPrices({ ...own }) }];
    models.set(model, { pricing: { source: 'project', model }, periods });
  }
  modelsByPrices.set(prices, models);
  return models;
}
