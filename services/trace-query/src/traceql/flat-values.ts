import {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from '@spanhouse/span-dialects/spans';
import type { JsonObject } from '@spanhouse/span-schema';
import type { Literal } from '@spanhouse/traceql';
import type { FlatAttributes, Value } from '@spanhouse/traceql/evaluate';

const serviceKey = 'service.name';

/** Converts the attributes of a span or link to TraceQL values. */
export function spanValues(attributes: JsonObject | undefined): FlatAttributes {
  return toValues(flattenSpanAttributes(attributes));
}

/** Converts the attributes of a scope or event. */
export function plainValues(attributes: JsonObject | undefined): FlatAttributes {
  return toValues(flattenAttributes(attributes));
}

/** Converts the attributes of a resource. The service name takes precedence over other values with the same key. */
export function resourceValues(attributes: JsonObject | undefined): FlatAttributes {
  const service = attributes?.[serviceKey];
  const values = flattenAttributes(attributes);
  return toValues(typeof service === 'string' ? [...values, [serviceKey, service]] : values);
}

/** Converts flat attributes. A null becomes nil. */
function toValues(flat: readonly FlatAttribute[]): FlatAttributes {
  const values = new Map<string, Value>();
  for (const [key, leaf] of flat) {
    if (leaf !== null) {
      values.set(key, toValue(leaf));
    }
  }
  return values;
}

function toValue(leaf: Exclude<LeafValue, null>): Value {
  return typeof leaf === 'object' ? { type: 'list', values: leaf.map(toScalar) } : toScalar(leaf);
}

/** Converts a scalar. Stored doubles without a fraction become ints, because the store does not distinguish the two. */
function toScalar(leaf: string | number | bigint | boolean): Literal {
  switch (typeof leaf) {
    case 'string':
      return { type: 'string', value: leaf };
    case 'boolean':
      return { type: 'bool', value: leaf };
    case 'bigint':
      return { type: 'int', value: leaf };
    case 'number':
      return Number.isInteger(leaf)
        ? { type: 'int', value: BigInt(leaf) }
        : { type: 'float', value: leaf };
  }
}
