import { setDAsOtlp } from '@spanhouse/span-dialects/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import request from 'supertest';
import { store, takeInOtlp, testContext } from '../intake.js';
import {
  createTestTraceQuery,
  type TestTraceQuery,
  type TestTraceQueryOptions,
} from '../test-trace-query.js';

interface TestJaeger extends TestTraceQuery {
  /** Asks for a path below the base path. */
  readonly ask: (path: string) => request.Test;
}

/** Creates the service with spans, by default those of all examples of the dialects. */
export function createTestJaeger(
  options: TestTraceQueryOptions = {},
  spans: readonly CanonicalSpan[] = takeInOtlp(setDAsOtlp()),
): TestJaeger {
  const service = createTestTraceQuery(options);
  service.reader.add(store(spans));
  service.analytics.add(spans.map((span) => ({ span, context: testContext })));
  return { ...service, ask: (path) => request(service.app).get(`/jaeger${path}`) };
}
