import type { ProjectPrices } from '@spanhouse/span-schema';
import { type PricedModel, toTokenPrices } from './token-prices.js';

const read = new WeakMap<ProjectPrices, ReadonlyMap<string, PricedModel>>();

/** Returns the models that a project prices itself. The prices are read once for each object. */
export function modelsOfProject(prices: ProjectPrices): ReadonlyMap<string, PricedModel> {
  const known = read.get(prices);
  if (known !== undefined) {
    return known;
  }
  const models = new Map<string, PricedModel>();
  for (const [model, own] of Object.entries(prices)) {
    const periods = [{ isInForce: undefined, prices: toTokenPrices({ ...own }) }];
    models.set(model, { pricing: { source: 'project', model }, periods });
  }
  read.set(prices, models);
  return models;
}
