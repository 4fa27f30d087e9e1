import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { cleanCount, cleanLeaves } from './ag-leaves.js';
import { type AgParts, type AgPath, moveAside, objectOrAside } from './ag-parts.js';

type Side = 'cumulative' | 'incremental';
type ReadSide<Value> = (parts: AgParts, path: AgPath, value: JsonValue) => Value | undefined;

/** Reads `ag.metrics` into `parts.metrics`. */
export function readMetrics(parts: AgParts, value: JsonValue): void {
  const group = objectOrAside(parts, ['metrics'], value);
  if (group === undefined) {
    return;
  }
  for (const name of Object.keys(group)) {
    const entry = group[name] as JsonValue;
    if (name === 'tokens' || name === 'costs') {
      parts.metrics[name] = readSides(parts, { name, value: entry }, readCounts);
    } else if (name === 'duration' || name === 'errors') {
      parts.metrics[name] = readSides(parts, { name, value: entry }, readScalar);
    } else {
      moveAside(parts, ['metrics', name], entry);
    }
  }
}

/** Reads the sides of a metric, `incremental` and `cumulative`. Moves all other members aside. */
function readSides<Value>(
  parts: AgParts,
  { name, value }: { name: string; value: JsonValue },
  read: ReadSide<Value>,
): { [Name in Side]?: Value } {
  const metric: { [Name in Side]?: Value } = {};
  const entry = objectOrAside(parts, ['metrics', name], value) ?? {};
  for (const side of Object.keys(entry)) {
    const path = ['metrics', name, side];
    const member = entry[side] as JsonValue;
    if (!isSide(side)) {
      moveAside(parts, path, member);
      continue;
    }
    const found = read(parts, path, member);
    if (found !== undefined) {
      metric[side] = found;
    }
  }
  return metric;
}

function readCounts(parts: AgParts, path: AgPath, value: JsonValue): JsonObject | undefined {
  const object = objectOrAside(parts, path, value);
  return object && cleanLeaves(parts, path, { object, clean: cleanCount });
}

function isSide(key: string): key is Side {
  return key === 'cumulative' || key === 'incremental';
}

function readScalar(parts: AgParts, path: AgPath, value: JsonValue): number | undefined {
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

/** Converts an object such as `{total: 3, unit: "ms"}` to its total, and moves the other members aside. */
function reduceToScalar(parts: AgParts, path: AgPath, object: JsonObject): number | undefined {
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
