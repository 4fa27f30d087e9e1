import { simpleTraceEditRequest, simpleTraceQueryRequest } from '@spanhouse/span-schema';
import {
  jsonObjectShape,
  linkShape,
  shape,
  traceIdShape,
  windowingShape,
} from '@spanhouse/span-schema/api';
import { z } from 'zod';
import type { Operations } from './operation.js';

const count = z.int();

const simpleTraceAnswerShape = shape(
  'SimpleTraceViewAnswer',
  z.object({ count, trace: jsonObjectShape.optional() }),
);

/** Deletes, and simple traces except their creation, which the gateway serves. */
export const editOperations: Operations = {
  'DELETE /traces/{trace_id}': {
    tag: 'Traces',
    summary: 'Delete a trace, including spans that are accepted but not yet stored',
    mirrored: true,
    answers: {
      202: {
        description: 'The deletion is accepted. `count` is 0 if nothing of the trace was stored.',
        shape: shape('DeletedTraceAnswer', z.object({ count, trace_id: traceIdShape.optional() })),
      },
    },
  },
  'DELETE /tracing/traces/{trace_id}': {
    tag: 'Traces',
    summary: 'Delete a trace, including spans that are accepted but not yet stored',
    deprecated: true,
    mirrored: true,
    answers: {
      202: {
        description: 'The deletion is accepted. `links` names the spans that were stored.',
        shape: shape('DeletedSpansAnswer', z.object({ count, links: z.array(linkShape) })),
      },
    },
  },
  'GET /simple/traces/{trace_id}': {
    tag: 'Simple traces',
    summary: 'Get a simple trace',
    mirrored: true,
    answers: {
      200: {
        description: 'The trace, or `count` 0 if it does not exist.',
        shape: simpleTraceAnswerShape,
      },
    },
  },
  'PATCH /simple/traces/{trace_id}': {
    tag: 'Simple traces',
    summary: 'Replace members of a simple trace',
    mirrored: true,
    body: { shape: shape('SimpleTraceEditRequest', simpleTraceEditRequest), required: true },
    answers: {
      200: {
        description: 'The trace, or `count` 0 if it does not exist.',
        shape: simpleTraceAnswerShape,
      },
    },
  },
  'DELETE /simple/traces/{trace_id}': {
    tag: 'Simple traces',
    summary: 'Delete a simple trace',
    mirrored: true,
    answers: {
      200: {
        description:
          'The deletion is accepted. `link` names the span of the trace; `count` is 0 if none was stored.',
        shape: shape('DeletedSimpleTraceAnswer', z.object({ count, link: linkShape.optional() })),
      },
    },
  },
  'POST /simple/traces/query': {
    tag: 'Simple traces',
    summary: 'Find simple traces',
    mirrored: true,
    body: {
      shape: shape(
        'SimpleTraceQueryRequest',
        simpleTraceQueryRequest.extend({ windowing: windowingShape.nullish() }),
      ),
      required: false,
    },
    answers: {
      200: {
        description: 'A page of simple traces.',
        shape: shape(
          'SimpleTracesAnswer',
          z.object({
            count,
            traces: z.array(jsonObjectShape),
            windowing: windowingShape.optional(),
          }),
        ),
      },
    },
  },
};
