import type { Span } from '@spanhouse/span-schema/api';

/** A JSON value as `parseExactJson` returns it. Integers beyond 2^53 are bigints. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonMembers;

export interface JsonMembers {
  readonly [name: string]: Json;
}

export type SpanEvent = NonNullable<Span['events']>[number];

/** The beginning of a value as text, and the length of the whole text in characters. */
export interface PreviewText {
  readonly text: string;
  readonly length: number;
}

type AlwaysShown = 'trace_id' | 'span_id' | 'span_name' | 'start_time' | 'end_time';
/** Members that have a fixed set of values in the API. Opened files may contain other values. */
type Enumerated = 'trace_type' | 'span_type' | 'span_kind' | 'status_code';

/** A span as the API returns it. In lists, some members are missing; see docs/api/spans-and-traces.md. */
export type ShownSpan = Pick<Span, AlwaysShown> &
  Partial<Omit<Span, AlwaysShown | Enumerated>> &
  Readonly<Partial<Record<Enumerated, string>>> & {
    /** Previews of values, keyed by the requested paths. */
    readonly previews?: Readonly<Record<string, PreviewText>>;
  };

/** Returns the value at a path of member names; undefined if the value is missing. */
export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, name) => membersOf(found)?.[name], value);
}

/** Returns the given value if it is an object; undefined for other values. */
export function membersOf(value: Json | undefined): JsonMembers | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonMembers)
    : undefined;
}

/** Returns the string at a path; undefined if the value is missing or not a string. */
export function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the number at a path; undefined if the value is missing or not a number. */
export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

export function serviceOf({ resource }: ShownSpan): string | undefined {
  return textAt(resource?.attributes, 'service.name');
}
