import * as api from '@spanhouse/span-schema/api';
import { z } from 'zod';
import { answer, withCommon } from './operation.js';

/** Operations about the process, which need no key, and operations about the key's project. */
export const serviceOperations = withCommon(
  { tag: 'Service', access: 'anyone' },
  {
    'GET /health': {
      summary: 'Check that the process answers',
      answers: answer(200, 'The process answers.', api.healthSchema),
    },
    'GET /project': {
      access: 'key',
      summary: 'Get the project of the key, and where to send spans',
      answers: answer(200, 'The project, the permissions and the limits.', api.projectAnswerSchema),
    },
    'GET /project/usage': {
      access: 'key',
      summary: 'Count the spans of the project by day',
      query: z.object(api.timeRangeKeys),
      answers: answer(200, 'The days that have spans, ascending.', api.projectUsageSchema),
    },
    'GET /livez': {
      summary: 'Check that the process answers',
      answers: answer(200, 'The process answers.', api.livenessSchema),
    },
    'GET /readyz': {
      summary: 'Get whether the process accepts requests, and the state of its dependencies',
      answers: {
        200: {
          description: 'The process has reached every dependency once, and accepts requests.',
          schema: api.readinessSchema,
        },
        503: {
          description: 'The process is starting, or draining before it stops.',
          schema: api.unreadySchema,
        },
      },
    },
    'GET /metrics': {
      summary: 'Get metrics in the text format of Prometheus',
      answers: {
        200: { description: 'The metrics of this process.', contentTypes: ['text/plain'] },
      },
    },
    'GET /openapi.json': {
      summary: 'Get this document',
      answers: answer(200, 'An OpenAPI 3.1 document.', api.jsonObjectSchema),
    },
    'GET /docs': {
      summary: 'Show this document as a page',
      answers: { 200: { description: 'An HTML page.', contentTypes: ['text/html'] } },
    },
  },
);
