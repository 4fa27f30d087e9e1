import { z } from 'zod';
import { SPAN_KINDS, SPAN_TYPES, STATUS_CODES, TRACE_TYPES } from '../span-enums.js';
import { shape } from './shape-registry.js';

export const traceIdShape = shape(
  'TraceId',
  z.string(),
  '32 hex digits, also as a UUID or with 0x; comes back as lower-case hex.',
);

export const spanIdShape = shape(
  'SpanId',
  z.string(),
  '16 hex digits, also with 0x or as a UUID whose last 16 digits count; comes back as lower-case hex.',
);

export const timeShape = shape(
  'Time',
  z.union([z.string(), z.number()]),
  'ISO 8601, or seconds (10 digits), ms (13), µs (16) or ns (19) since the Unix epoch. Comes back as UTC with up to 9 fraction digits.',
);

export const jsonObjectShape = shape(
  'JsonObject',
  z.record(z.string(), z.unknown()),
  'Any JSON object; integers of 64 bits keep their value.',
);

export const spanTypeShape = shape('SpanType', z.enum(SPAN_TYPES));
export const spanKindShape = shape('SpanKind', z.enum(SPAN_KINDS));
export const statusCodeShape = shape('StatusCode', z.enum(STATUS_CODES));
export const traceTypeShape = shape('TraceType', z.enum(TRACE_TYPES));

export const referenceShape = shape(
  'Reference',
  z.object({
    id: z.string().nullish(),
    slug: z.string().nullish(),
    version: z.string().nullish(),
  }),
);

export const linkShape = shape(
  'Link',
  z.object({ trace_id: traceIdShape, span_id: spanIdShape }),
  'Names one span.',
);
