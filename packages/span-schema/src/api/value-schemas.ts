import { z } from 'zod';
import { spanKinds, spanTypes, statusCodes, traceTypes } from '../span/span-enums.js';
import { named } from './named-schemas.js';

/** A trace id in any form that `parseTraceId` reads. */
export const traceIdSchema = named(
  'TraceId',
  z.string(),
  '32 hex digits, also as a UUID or with 0x; comes back as lower-case hex.',
);

/** A span id in any form that `parseSpanId` reads. */
export const spanIdSchema = named(
  'SpanId',
  z.string(),
  '16 hex digits, also with 0x or as a UUID whose last 16 digits count; comes back as lower-case hex.',
);

/** A time in any form that `parseTimestamp` reads. */
export const timeSchema = named(
  'Time',
  z.union([z.string(), z.number()]),
  'ISO 8601, or seconds (10 digits), ms (13), µs (16) or ns (19) since the Unix epoch. Comes back as UTC with up to 9 fraction digits.',
);

/** An object with free members. */
export const jsonObjectSchema = named(
  'JsonObject',
  z.record(z.string(), z.unknown()),
  'Any JSON object; integers of 64 bits keep their value.',
);

export const dataPreviewSchema = named(
  'DataPreview',
  z.object({ text: z.string(), length: z.int() }),
  'The beginning of what a value says, and the length of all of it in code points.',
);

/** The enumerations of a span. Their names are accepted in exactly this spelling. */
export const spanTypeSchema = named('SpanType', z.enum(spanTypes));
export const spanKindSchema = named('SpanKind', z.enum(spanKinds));
export const statusCodeSchema = named('StatusCode', z.enum(statusCodes));
export const traceTypeSchema = named('TraceType', z.enum(traceTypes));

/** A reference to an entity; each of its members is optional. */
export const referenceSchema = named(
  'Reference',
  z.object({
    id: z.string().nullish(),
    slug: z.string().nullish(),
    version: z.string().nullish(),
  }),
);

/** The ids of one span. */
export const linkSchema = named(
  'Link',
  z.object({ trace_id: traceIdSchema, span_id: spanIdSchema }),
  'Names one span.',
);
