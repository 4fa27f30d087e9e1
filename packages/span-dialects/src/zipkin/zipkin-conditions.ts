import type { FilterExpression, JsonTest } from '@spanhouse/span-schema';
import { compileFilter, type FilterableSpan } from '@spanhouse/span-schema/filter-evaluation';
import { attribute, exists } from '../spans/attribute-filters.js';
import type { DialectSpan } from '../spans/dialect-span.js';
import type { ZipkinSpan } from './to-zipkin-span.js';
import {
  anyOf,
  hasEvent,
  mayHaveTag,
  mayNamePeer,
  mayTake,
  ofService,
  sameText,
} from './zipkin-preselection.js';

/** The conditions of a search. Names are in lower case. */
export interface ZipkinQuery {
  readonly serviceName?: string | undefined;
  readonly remoteServiceName?: string | undefined;
  readonly spanName?: string | undefined;
  /** Values of tags by key. An empty value matches an annotation with the text of the key, or any tag with the key. */
  readonly annotations: ReadonlyMap<string, string>;
  /** Microseconds of a span; both ends are included. */
  readonly duration?: { readonly min: number; readonly max: number } | undefined;
}

/** A span in both forms: only the stored form has the names of events with attributes. */
export interface SearchedSpan {
  readonly stored: DialectSpan;
  readonly shown: ZipkinSpan;
}

/** A condition that some span of a trace must satisfy. */
export interface ZipkinCondition {
  /** Filters by members of the shown span, as attributes, and by the stored events. */
  readonly filter: FilterExpression;
  /** Filters stored spans: matches every span that satisfies the condition, and possibly others; undefined for all. */
  readonly mayHold: FilterExpression | undefined;
}

/**
 * Returns the conditions of a search. Each is satisfied by some span of the trace, not necessarily the same one, and
 * only spans of the service count.
 */
export function conditionsOf(query: ZipkinQuery): readonly ZipkinCondition[] {
  const { serviceName } = query;
  const conditions = ownConditions(query);
  if (serviceName === undefined) {
    return conditions;
  }
  const filter = member('localEndpoint.serviceName', equal(serviceName));
  const service = { filter, mayHold: ofService(serviceName) };
  return conditions.length === 0
    ? [service]
    : conditions.map((condition) => ({
        filter: { kind: 'and', operands: [filter, condition.filter] },
        mayHold: both(service.mayHold, condition.mayHold),
      }));
}

/** The conditions that no span has satisfied yet. */
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
      mayHold: mayNamePeer(remoteServiceName),
    });
  }
  if (spanName !== undefined) {
    conditions.push({
      filter: member('name', equal(spanName)),
      mayHold: sameText('span_name', spanName),
    });
  }
  if (duration !== undefined) {
    conditions.push({ filter: takes(duration), mayHold: mayTake(duration) });
  }
  return conditions;
}

function hasTag(key: string, text: string): ZipkinCondition {
  return { filter: member(`tags.${key}`, equal(text)), mayHold: mayHaveTag(key, text) };
}

function hasWord(word: string): ZipkinCondition {
  const mayHave = mayHaveTag(word, undefined);
  return {
    filter: anyOf([member(`tags.${word}`, exists), hasEvent(word)]),
    mayHold: mayHave && anyOf([hasEvent(word), mayHave]),
  };
}

/** A span that starts and ends at the same time has no duration. */
function takes({ min, max }: NonNullable<ZipkinQuery['duration']>): FilterExpression {
  const isAtMost = member('duration', { kind: 'compare', comparison: 'lte', operand: max });
  const isAtLeast = member('duration', { kind: 'compare', comparison: 'gte', operand: min });
  const isInside: FilterExpression = { kind: 'and', operands: [isAtLeast, isAtMost] };
  return min > 0
    ? isInside
    : anyOf([isInside, { kind: 'not', operand: member('duration', exists) }]);
}

/** Filters by a member of the shown span; a key of a tag may contain dots. */
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
  return left === undefined || right === undefined
    ? (left ?? right)
    : { kind: 'and', operands: [left, right] };
}
