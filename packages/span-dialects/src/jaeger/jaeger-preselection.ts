import {
  anyOf,
  equalsAny,
  type FilterExpression,
  type JsonTest,
  type JsonValue,
  negate,
  parseJsonText,
} from '@spanhouse/span-schema';
import {
  attribute,
  exists,
  hasConflicts,
  hasEvent,
  isPath,
  tagSources,
} from '../spans/attribute-filters.js';
import { kindOfName } from './span-kinds.js';

/** Matches tags that may be derived from something other than the attribute of the same name. */
const composed =
  /^(?:ag\.(?:metrics|unsupported|data\.outputs)|otel\.dropped_\w+|spanhouse|zipkin)(?:\.|$)/;

const lists = ['events', 'links'] as const;

/** Returns a filter for all spans that may have a tag with this value; undefined if any span may have it. */
export function mayHaveTag(key: string, text: string): FilterExpression | undefined {
  const values = valuesWithText(text);
  if (values === undefined || !isPath(key) || composed.test(key)) {
    return undefined;
  }
  const tests = values.map((value): JsonTest => ({ kind: 'contains', value }));
  return anyOf([
    ...derivedFrom(key, text),
    ...tagSources.flatMap((source) => tests.map((test) => attribute(source, key, test))),
    ...lists.flatMap((field) => values.map((value) => entryAttribute(field, key, value))),
    ...prefixesOf(key).flatMap(mayNest),
    hasConflicts,
    entryAttribute('links', '_conflicts', {}),
  ]);
}

function entryAttribute(
  field: (typeof lists)[number],
  key: string,
  value: JsonValue,
): FilterExpression {
  return { kind: 'entry_attribute', field, key, value };
}

/**
 * Returns filters that match an object at the path in a resource, scope, event or link. Such an object may have a
 * nested key and a literal key of the same name, and the filter for the key finds only the literal key.
 */
function mayNest(prefix: string): readonly FilterExpression[] {
  const isObject: JsonTest = { kind: 'contains', value: {} };
  return [
    attribute('resource.attributes', prefix, isObject),
    attribute('scope.attributes', prefix, isObject),
    ...lists.map((field) => entryAttribute(field, prefix, {})),
  ];
}

/** Lists all proper prefixes of a path: `a` and `a.b` for `a.b.c`. */
function prefixesOf(key: string): readonly string[] {
  const parts = key.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** Returns filters for spans with a member that is shown as this tag. */
function derivedFrom(key: string, text: string): readonly FilterExpression[] {
  switch (key) {
    case 'error':
      return text === 'true' ? [equalsAny('status_code', ['STATUS_CODE_ERROR'])] : [];
    case 'span.kind':
      return [equalsAny('span_kind', [kindOfName(text) ?? text])];
    case 'otel.status_code':
      return [equalsAny('status_code', [`STATUS_CODE_${text}`])];
    case 'otel.status_description':
      return [equalsAny('status_message', [text])];
    case 'otel.scope.name':
      return [equalsAny('scope_name', [text])];
    case 'otel.scope.version':
      return [equalsAny('scope_version', [text])];
    case 'w3c.tracestate':
      return [equalsAny('trace_state', [text])];
    case 'event':
      return [hasEvent(text)];
    default:
      return [];
  }
}

/** Largest integer that filters compare exactly. */
const MAX_EXACT = 2n ** 63n;

/**
 * Lists the values that are shown as the given string. Returns undefined for numbers that filters cannot compare
 * exactly.
 */
function valuesWithText(text: string): readonly JsonValue[] | undefined {
  if (/^-?\d+$/.test(text)) {
    const whole = BigInt(text);
    const isExact = -MAX_EXACT <= whole && whole < MAX_EXACT;
    const number = Number(whole);
    return isExact ? [text, Number.isSafeInteger(number) ? number : whole] : undefined;
  }
  return [text, ...otherValues(text)];
}

function otherValues(text: string): readonly JsonValue[] {
  if (text === 'true' || text === 'false' || text === 'null') {
    return [JSON.parse(text) as boolean | null];
  }
  if (text.startsWith('[')) {
    const parsed = parseJsonText(text);
    return parsed.status === 'parsed' ? [parsed.value] : [];
  }
  const number = Number(text);
  return text !== '' && Number.isFinite(number) && String(number) === text ? [number] : [];
}

/** Maximum rounding error in the stored duration. */
const ROUNDING_NS = 1000n;
const NS_PER_MS = 1e6;

/** Returns a filter for spans whose duration may be in the range. A duration of 0 is not stored. */
export function mayHaveDuration({
  minNs = 0n,
  maxNs,
}: {
  readonly minNs: bigint | undefined;
  readonly maxNs: bigint | undefined;
}): readonly FilterExpression[] {
  const isLess = (ns: bigint) => compareDuration('lt', ns - ROUNDING_NS);
  const isMore = (ns: bigint) => compareDuration('gt', ns + ROUNDING_NS);
  return [
    ...(minNs > ROUNDING_NS ? [hasDuration, negate(isLess(minNs))] : []),
    ...(maxNs === undefined ? [] : [negate(isMore(maxNs))]),
  ];
}

const duration = 'ag.metrics.duration.cumulative';
const hasDuration: FilterExpression = attribute('attributes', duration, exists);

function compareDuration(comparison: 'lt' | 'gt', ns: bigint): FilterExpression {
  const operand = Number(ns) / NS_PER_MS;
  return attribute('attributes', duration, { kind: 'compare', comparison, operand });
}
