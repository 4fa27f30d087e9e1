import {
  type CountsMetric,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ScalarMetric,
} from '@spanhouse/span-schema';
import { cleanCount, cleanLeaves } from './ag-leaves.js';
import { type AgParts, moveAside, objectOrAside } from './ag-parts.js';

type Side = 'cumulative' | 'incremental';

/** Reads `ag.metrics` into `parts.metrics`. */
export function readMetrics(parts: AgParts, value: JsonValue): void {
  const group = objectOrAside(parts, ['metrics'], value);
  if (group === undefined) {
    return;
  }
  for (const name of Object.keys(group)) {
    const entry = group[name] as JsonValue;
    if (name === 'tokens' || name === 'costs') {
      parts.metrics[name] = readCounts(parts, name, entry);
    } else if (name === 'duration' || name === 'errors') {
      parts.metrics[name] = readScalars(parts, name, entry);
    } else {
      moveAside(parts, ['metrics', name], entry);
    }
  }
}

function readCounts(parts: AgParts, name: string, value: JsonValue): CountsMetric {
  const metric: CountsMetric = {};
  const entry = objectOrAside(parts, ['metrics', name], value) ?? {};
  for (const side of Object.keys(entry)) {
    const path = ['metrics', name, side];
    if (!isSide(side)) {
      moveAside(parts, path, entry[side] as JsonValue);
      continue;
    }
    const object = objectOrAside(parts, path, entry[side] as JsonValue);
    const counts = object && cleanLeaves(parts, path, { object, clean: cleanCount });
    if (counts !== undefined) {
      metric[side] = counts;
    }
  }
  return metric;
}

function readScalars(parts: AgParts, name: string, value: JsonValue): ScalarMetric {
  const metric: ScalarMetric = {};
  const entry = objectOrAside(parts, ['metrics', name], value) ?? {};
  for (const side of Object.keys(entry)) {
    const member = entry[side] as JsonValue;
    if (!isSide(side)) {
      moveAside(parts, ['metrics', name, side], member);
      continue;
    }
    const scalar = readScalar(parts, ['metrics', name, side], member);
    if (scalar !== undefined) {
      metric[side] = scalar;
    }
  }
  return metric;
}

function isSide(key: string): key is Side {
  return key === 'cumulative' || key === 'incremental';
}

function readScalar(parts: AgParts, path: readonly string[], value: JsonValue): number | undefined {
  if (isNumeric(value)) {
    return Number(value);
  }
  if (isJsonObject(value)) {
    return reduceToScalar(parts, path, value);
  }
  if (value !== null) {
    moveAside(parts, path, value);
  }
  return undefined;
}

/** Reduces `{total: 3, unit: "ms"}` to 3 and moves the other members aside. */
function reduceToScalar(
  parts: AgParts,
  path: readonly string[],
  object: JsonObject,
): number | undefined {
  const chosen = ['total', 'count', 'value'].find((key) => isNumeric(object[key]));
  for (const key of Object.keys(object)) {
    if (key !== chosen) {
      moveAside(parts, [...path, key], object[key] as JsonValue);
    }
  }
  return chosen === undefined ? undefined : Number(object[chosen]);
}

function isNumeric(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
