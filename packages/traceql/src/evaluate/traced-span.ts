import type { Literal } from '../tree/expression.js';
import type { attributeScopes } from '../tree/field.js';

/** A value of a span. Nil is represented by `undefined`. */
export type Value = Literal | { readonly type: 'list'; readonly values: readonly Literal[] };

/** Attribute values, keyed by flat name. */
export type FlatAttributes = ReadonlyMap<string, Value>;

/** Members of a span that queries can read. Times are in nanoseconds. Members MAY be computed on access. */
export interface TracedSpan {
  readonly span_id: string;
  readonly parent_id: string;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly span_name: string;
  readonly kind: 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly status: 'unset' | 'ok' | 'error';
  readonly status_message: string;
  readonly attributes: FlatAttributes;
  readonly resource: FlatAttributes;
  readonly scope: {
    readonly name: string;
    readonly version: string;
    readonly attributes: FlatAttributes;
  };
  readonly events: readonly {
    readonly name: string;
    readonly timestamp: bigint;
    readonly attributes: FlatAttributes;
  }[];
  readonly links: readonly {
    readonly trace_id: string;
    readonly span_id: string;
    readonly attributes: FlatAttributes;
  }[];
}

/** A trace with all its spans. */
export interface Trace {
  readonly trace_id: string;
  readonly spans: readonly TracedSpan[];
}

/** Returns the attributes in a scope. For events and links, returns one map per event or link. */
export function attributesIn(
  span: TracedSpan,
  scope: (typeof attributeScopes)[number],
): readonly FlatAttributes[] {
  switch (scope) {
    case 'span':
      return [span.attributes];
    case 'resource':
      return [span.resource];
    case 'instrumentation':
      return [span.scope.attributes];
    case 'event':
      return span.events.map(({ attributes }) => attributes);
    case 'link':
      return span.links.map(({ attributes }) => attributes);
  }
}
