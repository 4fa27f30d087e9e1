import {
  allOf,
  anyOf,
  equalsAny,
  type FilterExpression,
  type JsonTest,
} from '@spanhouse/span-schema';
import {
  attribute,
  exists,
  hasConflicts,
  hasNoService,
  isPath,
  tagSources,
} from '../spans/attribute-filters.js';
import { noService } from '../spans/service-of.js';
import { peerKeys } from './restore-endpoints.js';

/** Matches strings that the store and JavaScript convert to lower case in the same way. */
const comparable = /^[\x20-\x7e]*$/;
/** Matches tags that may be derived from something other than the attribute of the same name. */
const derived = /^(?:ag|otel|w3c|otlp|spanhouse|zipkin)(?:\.|$)/;
/** Matches strings that may also represent a number, a list, an object or null. */
const otherJson = /^(?:[-\d[{]|null$)/;

/**
 * Returns a filter that matches spans with the given string, ignoring case. Returns undefined if the store might
 * compare this string differently.
 */
export function sameText(
  field: 'span_name' | 'service_name',
  text: string,
): FilterExpression | undefined {
  return comparable.test(text) ? { ...ignoringCase(text), field } : undefined;
}

/** Returns a filter that matches a service's spans. `name` is in lower case. */
export function hasService(name: string): FilterExpression | undefined {
  const named = sameText('service_name', name);
  if (named === undefined || name !== noService.toLowerCase()) {
    return named;
  }
  return anyOf([named, hasNoService]);
}

/** Returns a filter for spans whose remote service may have this name. */
export function mayNamePeer(name: string): FilterExpression | undefined {
  const isPeer = peerKeys.map((key) => attribute('attributes', key, ignoringCase(name)));
  return comparable.test(name) ? anyOf([...isPeer, hasConflicts]) : undefined;
}

/**
 * Returns a filter for spans that may have a tag with this key and value. If `text` is undefined, any value matches.
 */
export function mayHaveTag(key: string, text: string | undefined): FilterExpression | undefined {
  if (key === 'error') {
    const isError = equalsAny('status_code', ['STATUS_CODE_ERROR']);
    return anyOf([isError, ...tagSources.map((source) => attribute(source, key, exists))]);
  }
  if (!isPath(key) || derived.test(key)) {
    return undefined;
  }
  const tests = text === undefined || otherJson.test(text) ? [exists] : equalTo(text);
  const found = tests.flatMap((test) => tagSources.map((source) => attribute(source, key, test)));
  return anyOf([...found, hasConflicts]);
}

/**
 * Returns a filter that matches all spans with a duration in the range, and possibly others. Stored durations are
 * rounded, and a duration of 0 is not stored.
 */
export function mayHaveDuration({
  min,
  max,
}: {
  min: number;
  max: number;
}): FilterExpression | undefined {
  const isAtLeast = compareDuration('gte', min - 1);
  if (min <= 1) {
    return undefined;
  }
  return Number.isFinite(max) ? allOf([isAtLeast, compareDuration('lte', max + 1)]) : isAtLeast;
}

function compareDuration(comparison: 'gte' | 'lte', microseconds: number): FilterExpression {
  const test: JsonTest = { kind: 'compare', comparison, operand: microseconds / 1000 };
  return attribute('attributes', 'ag.metrics.duration.cumulative', test);
}

function equalTo(text: string): readonly JsonTest[] {
  const test: JsonTest = { kind: 'contains', value: text };
  return text === 'true' || text === 'false'
    ? [test, { kind: 'contains', value: text === 'true' }]
    : [test];
}

function ignoringCase(text: string) {
  return { kind: 'text', match: 'equals', operand: text, isCaseSensitive: false } as const;
}
