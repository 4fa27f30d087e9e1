import { type DialectSpan, enumNumber } from '../spans/dialect-span.js';
import { OtlpWriter } from '../spans/otlp-json.js';
import { toShownSpan } from '../spans/shown-span.js';

/** The style of Jaeger: hex ids, and enums as numbers. */
const otlp = new OtlpWriter<number, never>({
  id: (hex) => hex,
  time: String,
  enumOf: enumNumber,
  filled: (value) => value,
});

export type OtlpSpan = ReturnType<typeof toOtlpSpan>;
export type OtlpScope = ReturnType<typeof toOtlpScope>;

/** Returns a span in OTLP/JSON. A span on a cycle of parents has no parent id; an attribute contains the id instead. */
export function toOtlpSpan(span: DialectSpan, isCyclic: boolean) {
  return otlp.span(toShownSpan(span, isCyclic));
}

/** Returns the resource of a span. It has no attributes if it is unknown. */
export function toOtlpResource({ resource }: DialectSpan) {
  return otlp.resource(resource);
}

/** Returns the library that created a span. */
export function toOtlpScope({ scope }: DialectSpan) {
  return otlp.scope(scope);
}
