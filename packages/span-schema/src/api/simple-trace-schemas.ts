import { z } from 'zod';
import {
  simpleTraceEditRequest,
  simpleTraceQueryRequest,
  simpleTraceRequest,
} from '../span/simple-trace.js';
import { named, namedObject, readByHand } from './named-schemas.js';
import { shownWindowingSchema, windowingSchema } from './query-schemas.js';
import { jsonObjectSchema, linkSchema, traceIdSchema } from './value-schemas.js';

const count = z.int();

/** The bodies of requests for simple traces; see docs/api/annotations.md. */
export const simpleTraceRequestSchema = named('SimpleTraceRequest', simpleTraceRequest);
export const simpleTraceEditRequestSchema = named('SimpleTraceEditRequest', simpleTraceEditRequest);
export const simpleTraceQueryRequestSchema = named(
  'SimpleTraceQueryRequest',
  simpleTraceQueryRequest.extend({ windowing: readByHand(windowingSchema).nullish() }),
);

/** The answer to the creation of a simple trace. */
export const simpleTraceAnswerSchema = namedObject('SimpleTraceAnswer', {
  count,
  trace: jsonObjectSchema.optional(),
});

/** The answer to a read or an edit of a simple trace; `count` is 0 for an unknown id. */
export const simpleTraceViewSchema = namedObject('SimpleTraceViewAnswer', {
  count,
  trace: jsonObjectSchema.optional(),
});

/** The answer with a page of simple traces. */
export const simpleTracesAnswerSchema = namedObject('SimpleTracesAnswer', {
  count,
  traces: z.array(jsonObjectSchema),
  windowing: shownWindowingSchema.optional(),
});

/** The answers to the deletion of a trace, of spans and of a simple trace. */
export const deletedTraceSchema = namedObject('DeletedTraceAnswer', {
  count,
  trace_id: traceIdSchema.optional(),
});
export const deletedSpansSchema = namedObject('DeletedSpansAnswer', {
  count,
  links: z.array(linkSchema),
});
export const deletedSimpleTraceSchema = namedObject('DeletedSimpleTraceAnswer', {
  count,
  link: linkSchema.optional(),
});
