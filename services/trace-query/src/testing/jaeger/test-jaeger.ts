import { setDAsOtlp } from '@spanhouse/span-dialects/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import request from 'supertest';
import { createFilledTraceQuery } from '../filled-trace-query.js';
import { takeInOtlp } from '../intake.js';
import type { TestTraceQuery, TestTraceQueryOptions } from '../test-trace-query.js';

interface TestJaeger extends TestTraceQuery {
  /** Asks for a path below the base path. */
  readonly ask: (path: string) => request.Test;
}

/** Creates the service with spans, by default all examples of the dialects. */
export function createTestJaeger(
  options: TestTraceQueryOptions = {},
  spans: readonly CanonicalSpan[] = takeInOtlp(setDAsOtlp()),
): TestJaeger {
  const service = createFilledTraceQuery(spans, options);
  return { ...service, ask: (path) => request(service.app).get(`/jaeger${path}`) };
}
