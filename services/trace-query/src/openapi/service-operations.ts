import { shape } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import type { Operations } from './operation.js';

const health = shape('Health', z.object({ status: z.literal('ok'), version: z.string() }));
const liveness = shape('Liveness', z.object({ status: z.literal('ok') }));
const readiness = shape('Readiness', z.record(z.string(), z.unknown()));

/** The operations about the process itself; they need no key. */
export const serviceOperations: Operations = {
  'GET /health': {
    tag: 'Service',
    summary: 'Check that the process answers',
    access: 'anyone',
    answers: { 200: { description: 'The process answers.', shape: health } },
  },
  'GET /livez': {
    tag: 'Service',
    summary: 'Check that the process answers',
    access: 'anyone',
    answers: { 200: { description: 'The process answers.', shape: liveness } },
  },
  'GET /readyz': {
    tag: 'Service',
    summary: 'Get whether the process accepts requests, and the state of its dependencies',
    access: 'anyone',
    answers: {
      200: {
        description: 'The process has reached every dependency once, and accepts requests.',
        shape: readiness,
      },
      503: {
        description: 'The process is starting, or draining before it stops.',
        shape: readiness,
      },
    },
  },
  'GET /metrics': {
    tag: 'Service',
    summary: 'Get metrics in the text format of Prometheus',
    access: 'anyone',
    answers: { 200: { description: 'The metrics of this process.', contentTypes: ['text/plain'] } },
  },
  'GET /openapi.json': {
    tag: 'Service',
    summary: 'Get this document',
    access: 'anyone',
    answers: { 200: { description: 'An OpenAPI 3.1 document.' } },
  },
  'GET /docs': {
    tag: 'Service',
    summary: 'Show this document as a page',
    access: 'anyone',
    answers: { 200: { description: 'An HTML page.', contentTypes: ['text/html'] } },
  },
};
