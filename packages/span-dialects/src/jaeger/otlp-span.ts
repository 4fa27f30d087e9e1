/** A value of OTLP/JSON. Without a member, the value is null. */
export type OtlpValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  /** Digits. */
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } }
  | Readonly<Record<never, never>>;

export interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

interface Attributed {
  readonly attributes: readonly OtlpAttribute[];
  /** Absent if it is 0. */
  readonly droppedAttributesCount?: number;
}

export interface OtlpEvent extends Attributed {
  /** Digits. */
  readonly timeUnixNano: string;
  readonly name: string;
}

export interface OtlpLink extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  readonly flags?: number;
}

export interface OtlpResource extends Attributed {}

export interface OtlpScope extends Attributed {
  readonly name?: string;
  readonly version?: string;
}

/** A span of OTLP/JSON as Jaeger's v3 API returns it: ids in hex, enums as numbers, 64-bit integers as strings. */
export interface OtlpSpan extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly events: readonly OtlpEvent[];
  readonly droppedEventsCount?: number;
  readonly links: readonly OtlpLink[];
  readonly droppedLinksCount?: number;
  readonly status: { readonly message?: string; readonly code?: number };
  readonly flags?: number;
}
