import { z } from 'zod';
import {
  simpleTraceEditRequest,
  simpleTraceQueryRequest,
  simpleTraceRequest,
} from '../span/simple-trace.js';
import { counted, named, readByHand } from './named-schemas.js';
import { page, windowingSchema } from './query-schemas.js';
import { jsonObjectSchema, linkSchema, traceIdSchema } from './value-schemas.js';

/** The body of a request that creates a simple trace; see docs/api/annotations.md. */
export const simpleTraceRequestSchema = named('SimpleTraceRequest', simpleTraceRequest);
export const simpleTraceEditRequestSchema = named('SimpleTraceEditRequest', simpleTraceEditRequest);
export const simpleTraceQueryRequestSchema = named(
  'SimpleTraceQueryRequest',
  simpleTraceQueryRequest.extend({ windowing: readByHand(windowingSchema).nullish() }),
);

/** The answer to the creation of a simple trace. */
export const simpleTraceAnswerSchema = counted('SimpleTraceAnswer', {
  trace: jsonObjectSchema.optional(),
});

/** The answer to a read or an edit of a simple trace; `count` is 0 for an unknown id. */
export const simpleTraceViewSchema = counted('SimpleTraceViewAnswer', {
  trace: jsonObjectSchema.optional(),
});

/** The answer with a page of simple traces. */
export const simpleTracesAnswerSchema = page('SimpleTracesAnswer', {
  traces: z.array(jsonObjectSchema),
});

/** The answer to the deletion of a trace, of spans or of a simple trace. */
export const deletedTraceSchema = counted('DeletedTraceAnswer', {
  trace_id: traceIdSchema.optional(),
});
export const deletedSpansSchema = counted('DeletedSpansAnswer', { links: z.array(linkSchema) });
export const deletedSimpleTraceSchema = counted('DeletedSimpleTraceAnswer', {
  link: linkSchema.optional(),
});
