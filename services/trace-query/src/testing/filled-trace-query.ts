import type { CanonicalSpan } from '@spanhouse/span-schema';
import { store, testContext } from './intake.js';
import {
  createTestTraceQuery,
  type TestTraceQuery,
  type TestTraceQueryOptions,
} from './test-trace-query.js';

/** Creates the service with spans that are stored. */
export function createFilledTraceQuery(
  spans: readonly CanonicalSpan[],
  options: TestTraceQueryOptions = {},
): TestTraceQuery {
  const service = createTestTraceQuery(options);
  service.reader.add(store(spans));
  service.analytics.add(spans.map((span) => ({ span, context: testContext })));
  return service;
}
