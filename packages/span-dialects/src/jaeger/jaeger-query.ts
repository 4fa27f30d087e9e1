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
  /** Pairs of a key and the text of its value. */
  readonly tags: readonly (readonly [key: string, text: string])[];
  /** The minimum duration in nanoseconds. Both bounds are inclusive. */
  readonly minNs?: bigint | undefined;
  readonly maxNs?: bigint | undefined;
}

/** The conditions of a search, as a predicate and as a filter of the store. */
export interface SpanConditions {
  readonly holds: (span: DialectSpan, isCyclic: boolean) => boolean;
  /** Matches every span that satisfies the conditions, and possibly others. If it is undefined, every span matches. */
  readonly preselection: FilterExpression | undefined;
  /** True if the filter matches only spans that satisfy the conditions. */
  readonly isExact: boolean;
  /** True if the predicate reads attributes of the span. */
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

/** Matches the spans of a service by its exact name. */
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

/** Reports whether a span has all tags. They can be in different parts of the span. */
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
