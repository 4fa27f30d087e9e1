import { setDAsOtlp } from '@spanhouse/span-dialects/testing';
import request from 'supertest';
import { store, takeInOtlp, testContext } from './intake.js';
import {
  createTestTraceQuery,
  type TestTraceQuery,
  type TestTraceQueryOptions,
} from './test-trace-query.js';

interface TestTempo extends TestTraceQuery {
  /** Asks for a path below the base path. */
  readonly ask: (path: string) => request.Test;
}

/** Creates the service with the spans of all examples of the dialects. */
export function createTestTempo(options: TestTraceQueryOptions = {}): TestTempo {
  const service = createTestTraceQuery(options);
  const spans = takeInOtlp(setDAsOtlp());
  service.reader.add(store(spans));
  service.analytics.add(spans.map((span) => ({ span, context: testContext })));
  return { ...service, ask: (path) => request(service.app).get(`/tempo${path}`) };
}
