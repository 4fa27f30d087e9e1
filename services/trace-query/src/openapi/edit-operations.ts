import * as api from '@spanhouse/span-schema/api';
import { answer, type Operations } from './operation.js';

const ofTraces = { tag: 'Traces', mirrored: true } as const;
const ofSimpleTraces = { tag: 'Simple traces', mirrored: true } as const;

const simpleTraceAnswer = answer(
  200,
  'The trace, or `count` 0 if it does not exist.',
  api.simpleTraceViewSchema,
);

const deletion = 'Delete a trace, including spans that are accepted but not yet stored';

/** Operations for deletes and simple traces. The gateway serves the operation that creates simple traces. */
export const editOperations: Operations = {
  'DELETE /traces/{trace_id}': {
    ...ofTraces,
    summary: deletion,
    answers: answer(
      202,
      'The deletion is accepted. `count` is 0 if nothing of the trace was stored.',
      api.deletedTraceSchema,
    ),
  },
  'DELETE /tracing/traces/{trace_id}': {
    ...ofTraces,
    summary: deletion,
    deprecated: true,
    answers: answer(
      202,
      'The deletion is accepted. `links` names the spans that were stored.',
      api.deletedSpansSchema,
    ),
  },
  'GET /simple/traces/{trace_id}': {
    ...ofSimpleTraces,
    summary: 'Get a simple trace',
    answers: simpleTraceAnswer,
  },
  'PATCH /simple/traces/{trace_id}': {
    ...ofSimpleTraces,
    summary: 'Replace members of a simple trace',
    body: { schema: api.simpleTraceEditRequestSchema, required: true },
    answers: simpleTraceAnswer,
  },
  'DELETE /simple/traces/{trace_id}': {
    ...ofSimpleTraces,
    summary: 'Delete a simple trace',
    answers: answer(
      200,
      'The deletion is accepted. `link` names the span of the trace; `count` is 0 if none was stored.',
      api.deletedSimpleTraceSchema,
    ),
  },
  'POST /simple/traces/query': {
    ...ofSimpleTraces,
    summary: 'Find simple traces',
    body: {
      schema: api.simpleTraceQueryRequestSchema,
      required: false,
    },
    answers: answer(200, 'A page of simple traces.', api.simpleTracesAnswerSchema),
  },
};
