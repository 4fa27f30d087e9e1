import { z } from 'zod';
import { anyJsonObject } from '../json/any-json-object.js';
import type { JsonValue } from '../json/json.js';
import { numberText } from '../json/number-text.js';
import { parseUuid } from '../span/identifiers.js';
import { spanKinds, spanTypes, statusCodes, traceTypes } from '../span/span-enums.js';
import { parseTimestamp } from '../time/timestamp.js';
import { named, namedObject } from './named-schemas.js';

/** A trace id in any form that `parseTraceId` accepts. */
export const traceIdSchema = named(
  'TraceId',
  z.string(),
  '32 hex digits, also as a UUID or with 0x; comes back as lower-case hex.',
);

/** A span id in any form that `parseSpanId` accepts. */
export const spanIdSchema = named(
  'SpanId',
  z.string(),
  '16 hex digits, also with 0x or as a UUID whose last 16 digits count; comes back as lower-case hex.',
);

/** A time in any form that `parseTimestamp` accepts. */
export const timeSchema = named(
  'Time',
  z
    .union([z.string(), z.number()])
    .refine((time) => parseTimestamp(time) !== undefined, 'Input should be a valid datetime'),
  'ISO 8601, or seconds (10 digits), ms (13), µs (16) or ns (19) since the Unix epoch. Comes back as UTC with up to 9 fraction digits.',
);

/** A time in the form used in answers. */
export const shownTimeSchema = named(
  'ShownTime',
  z.string(),
  'UTC in ISO 8601, with up to 9 fraction digits.',
);

/**
 * Declares an integer of any size. Unlike `z.int()`, the schema accepts numbers beyond 2^53, and its message for a
 * value of another type says that the value is not an integer.
 */
export function integerFrom(minimum: number, maximum?: number): z.ZodType<number, number> {
  const isInteger = z.any().check((context) => {
    const { value: input, issues } = context;
    if (typeof input !== 'number' || !Number.isInteger(input)) {
      issues.push({ code: 'invalid_type', expected: 'int', input });
    } else if (input < minimum) {
      issues.push({ code: 'too_small', origin: 'number', minimum, input });
    } else if (maximum !== undefined && input > maximum) {
      issues.push({ code: 'too_big', origin: 'number', maximum, input });
    }
  });
  return isInteger.meta({ type: 'integer', minimum, ...(maximum !== undefined && { maximum }) });
}

/** Declares a number that may also be sent as a string. */
export function orItsText(schema: z.ZodType<number, number>) {
  const text = z.string().regex(numberText);
  return z.union([schema, text.refine((sent) => schema.safeParse(Number(sent)).success)]);
}

/** Any JSON value. */
export const jsonSchema = z.custom<JsonValue>();

/** Any JSON object. */
export const jsonObjectSchema = named(
  'JsonObject',
  anyJsonObject,
  'Any JSON object; integers of 64 bits keep their value.',
);

/** A UUID in any form that `parseUuid` accepts. The output is its stored form. */
export const uuidSchema = z.string().transform((text, context): string => {
  const id = parseUuid(text);
  if (id !== undefined) {
    return id;
  }
  context.addIssue({ code: 'custom', message: 'Input is not a valid UUID.', input: text });
  return z.NEVER;
});

export const dataPreviewSchema = namedObject(
  'DataPreview',
  { text: z.string(), length: z.int() },
  'The beginning of the text of a value, and the length of the whole text in code points.',
);

/** The enumerations of a span. Names must be spelled exactly as listed. */
export const spanTypeSchema = named('SpanType', z.enum(spanTypes));
export const spanKindSchema = named('SpanKind', z.enum(spanKinds));
export const statusCodeSchema = named('StatusCode', z.enum(statusCodes));
export const traceTypeSchema = named('TraceType', z.enum(traceTypes));

/** A reference to a saved query, or to a variant or revision of one. All members are optional. */
export const referenceSchema = namedObject('Reference', {
  id: uuidSchema.nullish(),
  slug: z.string().nullish(),
  version: z.string().nullish(),
});

/** The ids of one span. */
export const linkSchema = namedObject(
  'Link',
  { trace_id: traceIdSchema, span_id: spanIdSchema },
  'Names one span.',
);
