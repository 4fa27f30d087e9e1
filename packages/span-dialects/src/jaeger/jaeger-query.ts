import { allOf, anyOf, equalsAny, type FilterExpression } from '@spanhouse/span-schema';
import { hasNoService } from '../spans/attribute-filters.js';
import type { DialectSpan } from '../spans/dialect-span.js';
import { type FlatAttribute, flattenSpanAttributes } from '../spans/flat-attributes.js';
import { textOfValue } from '../spans/format-values.js';
import { noService, resourceAttributes, serviceOf } from '../spans/service-of.js';
import { mayHaveDuration, mayHaveTag } from './jaeger-preselection.js';
import { logFields, spanTags } from './span-tags.js';

/** The conditions of a search. An absent condition matches every span. */
export interface JaegerQuery {
  readonly service?: string | undefined;
  readonly operation?: string | undefined;
  /** Pairs of a key and a string value. */
  readonly tags: readonly (readonly [key: string, text: string])[];
  /** Minimum duration in nanoseconds. Both bounds are inclusive. */
  readonly minNs?: bigint | undefined;
  readonly maxNs?: bigint | undefined;
}

/** Conditions of a search, as a predicate and as a store filter. */
export interface SpanConditions {
  readonly holds: (span: DialectSpan, isCyclic: boolean) => boolean;
  /** Filter for all spans that satisfy the conditions. It may also match other spans. Undefined matches every span. */
  readonly preselection: FilterExpression | undefined;
  /** True if every span that matches `preselection` satisfies the conditions. */
  readonly isExact: boolean;
  /** True if the predicate reads the span's attributes. */
  readonly readsAttributes: boolean;
}

/** Returns the conditions of a search. A matching span satisfies all of them. */
export function conditionsOf(query: JaegerQuery): SpanConditions {
  const { service, operation, tags } = query;
  const duration = { minNs: query.minNs, maxNs: query.maxNs };
  const filters = [
    ...(service === undefined ? [] : [hasJaegerService(service)]),
    ...(operation === undefined ? [] : [equalsAny('span_name', [operation])]),
    ...mayHaveDuration(duration),
    ...tags.flatMap(([key, text]) => mayHaveTag(key, text) ?? []),
  ];
  const hasDuration = (duration.minNs ?? duration.maxNs) !== undefined;
  return {
    holds: (span, isCyclic) =>
      (service === undefined || serviceOf(span) === service) &&
      (operation === undefined || span.span_name === operation) &&
      matchesDuration(span, duration) &&
      hasTags(span, isCyclic, tags),
    preselection: filters.length === 0 ? undefined : allOf(filters),
    isExact: tags.length === 0 && !hasDuration,
    readsAttributes: tags.length > 0,
  };
}

/** Returns a filter that matches spans by the exact name of their service. */
export function hasJaegerService(name: string): FilterExpression {
  const named = equalsAny('service_name', [name]);
  return name === noService ? anyOf([named, hasNoService]) : named;
}

function matchesDuration(
  { start_time, end_time }: DialectSpan,
  { minNs, maxNs }: Pick<JaegerQuery, 'minNs' | 'maxNs'>,
): boolean {
  const ns = end_time > start_time ? end_time - start_time : 0n;
  return (minNs === undefined || ns >= minNs) && (maxNs === undefined || ns <= maxNs);
}

/** Reports whether a span has all tags. The tags may come from different parts of the span. */
function hasTags(span: DialectSpan, isCyclic: boolean, tags: JaegerQuery['tags']): boolean {
  if (tags.length === 0) {
    return true;
  }
  const lists = tagLists(span, isCyclic);
  return tags.every(([key, text]) =>
    lists.some((list) => list.some(([name, value]) => name === key && textOfValue(value) === text)),
  );
}

function tagLists(span: DialectSpan, isCyclic: boolean): readonly (readonly FlatAttribute[])[] {
  return [
    spanTags(span, isCyclic),
    resourceAttributes(span),
    ...span.events.map(logFields),
    ...span.links.map(({ attributes }) => flattenSpanAttributes(attributes)),
  ];
}
