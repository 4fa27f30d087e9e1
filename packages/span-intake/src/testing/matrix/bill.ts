import { calcPrice } from '@pydantic/genai-prices';
import type { BilledCall, BilledTokens } from './recorded-cells.js';

/** The tokens and costs that the stub providers charged for a trace. Costs are in dollars. */
export interface Bill {
  readonly prompt: number;
  readonly completion: number;
  readonly costs: number;
}

/** Adds up the tokens and costs of a trace's calls without rounding. */
export function toBill(calls: readonly BilledCall[]): Bill {
  let units = 0n;
  for (const call of calls) {
    units += unitsOf(call);
  }
  return {
    prompt: sum(calls.map(({ tokens }) => promptOf(tokens))),
    completion: sum(calls.map(({ tokens }) => tokens.output)),
    costs: Number(`${units}e-${DECIMALS}`),
  };
}

export function promptOf({ input, cache_read: read, cache_write: written }: BilledTokens): number {
  return input + read + written;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Maximum number of decimal places of a price per token. A price per million tokens has at most six. */
const DECIMALS = 12;

/** The providers' names in the price table, keyed by API. */
const providers: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
};

function unitsOf({ api, model, tokens }: BilledCall): bigint {
  const providerId = String(providers[api.split('.')[0] as string]);
  const found = calcPrice({}, model, { providerId, timestamp: new Date(0) });
  if (found === null || Array.isArray(found.model.prices)) {
    throw new Error(`The price table has no single price of ${model}`);
  }
  const { input_mtok: input, output_mtok: output } = found.model.prices;
  const { cache_read_mtok: read = input, cache_write_mtok: write = input } = found.model.prices;
  return (
    unitPrice(input) * BigInt(tokens.input) +
    unitPrice(read) * BigInt(tokens.cache_read) +
    unitPrice(write) * BigInt(tokens.cache_write) +
    unitPrice(output) * BigInt(tokens.output)
  );
}

function unitPrice(price: number | object | undefined): bigint {
  const base = typeof price === 'object' && 'base' in price ? price.base : price;
  return BigInt(Math.round(Number(base ?? 0) * 1e6));
}
