/** A JSON value as `parseExactJson` returns it: integers beyond 2^53 are bigints. */
export type Json = string | number | bigint | boolean | null | readonly Json[] | JsonMembers;

export interface JsonMembers {
  readonly [name: string]: Json;
}

export interface SpanEvent {
  readonly name: string;
  readonly timestamp: string;
  readonly attributes?: JsonMembers;
}

interface SpanLink {
  readonly trace_id: string;
  readonly span_id: string;
  readonly attributes?: JsonMembers;
}

/** The beginning of a text, and the length of all of it in characters. */
export interface PreviewText {
  readonly text: string;
  readonly length: number;
}

/** A span as the API shows it; lists may leave out members. See docs/api/spans-and-traces.md. */
export interface ShownSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id?: string;
  readonly trace_type?: string;
  readonly span_type?: string;
  readonly span_kind?: string;
  readonly span_name: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly status_code?: string;
  readonly status_message?: string;
  readonly session_id?: string;
  readonly user_id?: string;
  readonly agent_id?: string;
  readonly attributes?: JsonMembers;
  /** The beginnings of values, by the paths that a projection names. */
  readonly previews?: Readonly<Record<string, PreviewText>>;
  readonly events?: readonly SpanEvent[];
  readonly links?: readonly SpanLink[];
  readonly references?: readonly JsonMembers[];
  readonly hashes?: readonly JsonMembers[];
  readonly pricing?: {
    readonly table?: string;
    readonly version?: string;
    readonly source?: string;
    readonly model?: string;
  };
  readonly resource?: { readonly attributes?: JsonMembers };
  readonly scope?: {
    readonly name?: string;
    readonly version?: string;
    readonly attributes?: JsonMembers;
  };
}

/** Returns the value at a path of members; undefined if there is none. */
export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((found, name) => membersOf(found)?.[name], value);
}

/** Returns the members of an object; undefined for every other value. */
export function membersOf(value: Json | undefined): JsonMembers | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonMembers)
    : undefined;
}

/** Returns the number at a path; undefined if there is none. */
export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** Returns the name of the service that sent a span. */
export function serviceOf({ resource }: ShownSpan): string | undefined {
  const name = resource?.attributes?.['service.name'];
  return typeof name === 'string' ? name : undefined;
}
