import { allOf, anyOf, type FilterExpression, type JsonTest, negate } from '@spanhouse/span-schema';
import { compileFilter, type FilterableSpan } from '@spanhouse/span-schema/filter-evaluation';
import { attribute, exists, hasEvent } from '../spans/attribute-filters.js';
import type { DialectSpan } from '../spans/dialect-span.js';
import type { ZipkinSpan } from './to-zipkin-span.js';
import {
  hasService,
  mayHaveDuration,
  mayHaveTag,
  mayNamePeer,
  sameText,
} from './zipkin-preselection.js';

/** The conditions of a search. Names are in lower case. */
export interface ZipkinQuery {
  readonly serviceName?: string | undefined;
  readonly remoteServiceName?: string | undefined;
  readonly spanName?: string | undefined;
  /**
   * Values of tags, keyed by tag. An empty value matches any tag with this key, and any annotation whose value is the
   * key.
   */
  readonly annotations: ReadonlyMap<string, string>;
  /** Range of durations in microseconds. Both bounds are inclusive. */
  readonly duration?: { readonly min: number; readonly max: number } | undefined;
}

/**
 * A span in its stored form and its shown form. For an event with attributes, only the stored form contains the event's
 * name.
 */
export interface SearchedSpan {
  readonly stored: DialectSpan;
  readonly shown: ZipkinSpan;
}

/** A condition that at least one span of a trace must satisfy. */
export interface ZipkinCondition {
  /** Filter on the shown span, whose members are treated as attributes, and on the stored events. */
  readonly filter: FilterExpression;
  /**
   * Filter for all stored spans that satisfy the condition. It may also match other spans. Undefined matches every
   * span.
   */
  readonly preselection: FilterExpression | undefined;
}

/**
 * Returns the conditions of a search. Different spans of a trace may satisfy different conditions, but only spans of
 * the searched service are considered.
 */
export function conditionsOf(query: ZipkinQuery): readonly ZipkinCondition[] {
  const { serviceName } = query;
  const conditions = ownConditions(query);
  if (serviceName === undefined) {
    return conditions;
  }
  const filter = member('localEndpoint.serviceName', equal(serviceName));
  const service = { filter, preselection: hasService(serviceName) };
  return conditions.length === 0
    ? [service]
    : conditions.map((condition) => ({
        filter: allOf([filter, condition.filter]),
        preselection: both(service.preselection, condition.preselection),
      }));
}

/** Conditions that no span has satisfied yet. */
export class OpenConditions {
  #open: readonly ((span: FilterableSpan) => boolean)[];

  constructor(conditions: readonly ZipkinCondition[]) {
    this.#open = conditions.map(({ filter }) => compileFilter(filter));
  }

  get areMet(): boolean {
    return this.#open.length === 0;
  }

  see({ stored: { events }, shown }: SearchedSpan): void {
    const members: object = { attributes: shown, events };
    this.#open = this.#open.filter((matches) => !matches(members as FilterableSpan));
  }
}

function ownConditions(query: ZipkinQuery): ZipkinCondition[] {
  const { remoteServiceName, spanName, annotations, duration } = query;
  const conditions = [...annotations].map(([key, text]) =>
    text === '' ? hasWord(key) : hasTag(key, text),
  );
  if (remoteServiceName !== undefined) {
    conditions.push({
      filter: member('remoteEndpoint.serviceName', equal(remoteServiceName)),
      preselection: mayNamePeer(remoteServiceName),
    });
  }
  if (spanName !== undefined) {
    conditions.push({
      filter: member('name', equal(spanName)),
      preselection: sameText('span_name', spanName),
    });
  }
  if (duration !== undefined) {
    conditions.push({ filter: matchesDuration(duration), preselection: mayHaveDuration(duration) });
  }
  return conditions;
}

function hasTag(key: string, text: string): ZipkinCondition {
  return { filter: member(`tags.${key}`, equal(text)), preselection: mayHaveTag(key, text) };
}

function hasWord(word: string): ZipkinCondition {
  const mayHave = mayHaveTag(word, undefined);
  return {
    filter: anyOf([member(`tags.${word}`, exists), hasEvent(word)]),
    preselection: mayHave && anyOf([hasEvent(word), mayHave]),
  };
}

/**
 * Returns a filter for spans whose duration is in the range. A span that starts and ends at the same time has no
 * duration.
 */
function matchesDuration({ min, max }: NonNullable<ZipkinQuery['duration']>): FilterExpression {
  const isAtMost = member('duration', { kind: 'compare', comparison: 'lte', operand: max });
  const isAtLeast = member('duration', { kind: 'compare', comparison: 'gte', operand: min });
  const isInside = allOf([isAtLeast, isAtMost]);
  return min > 0 ? isInside : anyOf([isInside, negate(member('duration', exists))]);
}

/** Returns a filter that matches spans by a member of the shown form. Tag keys may contain dots. */
function member(path: string, test: JsonTest): FilterExpression {
  return attribute('attributes', path, test);
}

function equal(value: string): JsonTest {
  return { kind: 'contains', value };
}

function both(
  left: FilterExpression | undefined,
  right: FilterExpression | undefined,
): FilterExpression | undefined {
  return left === undefined || right === undefined ? (left ?? right) : allOf([left, right]);
}
