import type { FilterExpression } from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import {
  anyOf,
  mayHaveTag,
  mayHaveWord,
  mayNamePeer,
  mayTake,
  ofService,
  sameText,
} from './preselection.js';
import type { ZipkinSpan } from './zipkin-span.js';

/** What a search asks for. Names are in lower case. */
export interface ZipkinQuery {
  readonly serviceName?: string | undefined;
  readonly remoteServiceName?: string | undefined;
  readonly spanName?: string | undefined;
  /** Texts of tags by key; an empty text stands for an annotation of that value, or any tag of that key. */
  readonly annotations: ReadonlyMap<string, string>;
  /** Microseconds, of a span; both ends are included. */
  readonly duration?: { readonly min: number; readonly max: number } | undefined;
}

/** A span in both forms: the names of its events are those of annotations with attributes as well. */
export interface SearchedSpan {
  readonly stored: DialectSpan;
  readonly shown: ZipkinSpan;
}

/** A condition that some span of a trace must satisfy. */
export interface ZipkinCondition {
  readonly holds: (span: SearchedSpan) => boolean;
  /** True for every span that satisfies the condition, and for some others; undefined where nothing is known. */
  readonly mayHold: FilterExpression | undefined;
}

/**
 * Returns the conditions of a search, each of which some span of the trace satisfies, not necessarily the same one.
 * Only spans of the service count.
 */
export function conditionsOf(query: ZipkinQuery): readonly ZipkinCondition[] {
  const { serviceName } = query;
  const conditions = ownConditions(query);
  if (serviceName === undefined) {
    return conditions;
  }
  const isOfService = ({ shown }: SearchedSpan) => shown.localEndpoint.serviceName === serviceName;
  const service = ofService(serviceName);
  return conditions.length === 0
    ? [{ holds: isOfService, mayHold: service }]
    : conditions.map(({ holds, mayHold }) => ({
        holds: (span) => isOfService(span) && holds(span),
        mayHold: both(service, mayHold),
      }));
}

/** Whether each condition is satisfied by some of the spans. */
export class OpenConditions {
  #open: readonly ZipkinCondition[];

  constructor(conditions: readonly ZipkinCondition[]) {
    this.#open = conditions;
  }

  get areMet(): boolean {
    return this.#open.length === 0;
  }

  see(span: SearchedSpan): void {
    this.#open = this.#open.filter(({ holds }) => !holds(span));
  }
}

function ownConditions(query: ZipkinQuery): ZipkinCondition[] {
  const { remoteServiceName, spanName, annotations, duration } = query;
  const conditions = [...annotations].map(([key, text]) =>
    text === '' ? hasWord(key) : hasTag(key, text),
  );
  if (remoteServiceName !== undefined) {
    conditions.push({
      holds: ({ shown }) => shown.remoteEndpoint?.serviceName === remoteServiceName,
      mayHold: mayNamePeer(remoteServiceName),
    });
  }
  if (spanName !== undefined) {
    conditions.push({
      holds: ({ shown }) => shown.name === spanName,
      mayHold: sameText('span_name', spanName),
    });
  }
  if (duration !== undefined) {
    const { min, max } = duration;
    conditions.push({
      holds: ({ shown }) => (shown.duration ?? 0) >= min && (shown.duration ?? 0) <= max,
      mayHold: mayTake(duration),
    });
  }
  return conditions;
}

function hasTag(key: string, text: string): ZipkinCondition {
  return {
    holds: ({ shown }) => tagOf(shown, key) === text,
    mayHold: mayHaveTag(key, text),
  };
}

function hasWord(word: string): ZipkinCondition {
  const mayHave = mayHaveTag(word, undefined);
  return {
    holds: ({ stored, shown }) =>
      tagOf(shown, word) !== undefined || stored.events.some(({ name }) => name === word),
    mayHold: mayHave && anyOf([mayHaveWord(word), mayHave]),
  };
}

function tagOf({ tags = {} }: ZipkinSpan, key: string): string | undefined {
  return Object.hasOwn(tags, key) ? tags[key] : undefined;
}

function both(
  left: FilterExpression | undefined,
  right: FilterExpression | undefined,
): FilterExpression | undefined {
  return left === undefined || right === undefined
    ? (left ?? right)
    : { kind: 'and', operands: [left, right] };
}
