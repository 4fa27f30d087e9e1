import { shape } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import type { Operations } from './operation.js';

const status = shape('Health', z.object({ status: z.literal('ok') }));
const readiness = shape('Readiness', z.record(z.string(), z.unknown()));

export const serviceOperations: Operations = {
  'GET /health': {
    tag: 'Service',
    summary: 'Say that the process answers',
    access: 'anyone',
    answers: { 200: { description: 'It does.', shape: status } },
  },
  'GET /livez': {
    tag: 'Service',
    summary: 'Say that the process answers',
    access: 'anyone',
    answers: { 200: { description: 'It does.', shape: status } },
  },
  'GET /readyz': {
    tag: 'Service',
    summary: 'Say whether the process takes requests, and how its dependencies are',
    access: 'anyone',
    answers: {
      200: { description: 'Every dependency was reached once.', shape: readiness },
      503: { description: 'Starting, or draining before it stops.', shape: readiness },
    },
  },
  'GET /metrics': {
    tag: 'Service',
    summary: 'Metrics in the text format of Prometheus',
    access: 'anyone',
    answers: { 200: { description: 'All of this process.', contentTypes: ['text/plain'] } },
  },
  'GET /openapi.json': {
    tag: 'Service',
    summary: 'This document',
    access: 'anyone',
    answers: { 200: { description: 'OpenAPI 3.1.' } },
  },
  'GET /docs': {
    tag: 'Service',
    summary: 'This document, to read',
    access: 'anyone',
    answers: { 200: { description: 'A page.', contentTypes: ['text/html'] } },
  },
};
