import { setDAsOtlp } from '@spanhouse/span-dialects/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import request from 'supertest';
import type { QuerySettings } from '../config.js';
import { store, takeInOtlp, testContext } from './intake.js';
import {
  createTestTraceQuery,
  type TestTraceQuery,
  type TestTraceQueryOptions,
  testFrontDoors,
} from './test-trace-query.js';

interface TestDoor extends TestTraceQuery {
  /** Sends a request for a path below the base path. */
  readonly ask: (path: string) => request.Test;
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what the tests are about
export type Shown = any;

/** The example spans of all dialects, as ingest stores them. */
export const setD = takeInOtlp(setDAsOtlp());

/** Creates the service with the given stored spans, by default set D. */
export function createFilledTraceQuery(
  spans: readonly CanonicalSpan[] = setD,
  options: TestTraceQueryOptions = {},
): TestTraceQuery {
  const service = createTestTraceQuery(options);
  service.reader.add(store(spans));
  service.analytics.add(spans.map((span) => ({ span, context: testContext })));
  return service;
}

export const createTestTempo = creatorAt('/tempo');
export const createTestJaeger = creatorAt('/jaeger');
export const createTestZipkin = creatorAt('/zipkin');

function creatorAt(basePath: string) {
  return (options?: TestTraceQueryOptions, spans?: readonly CanonicalSpan[]): TestDoor => {
    const service = createFilledTraceQuery(spans, options);
    return { ...service, ask: (path) => request(service.app).get(basePath + path) };
  };
}

/** Returns options in which the given dialect settings are changed. */
export function withDoors(
  changes: Partial<QuerySettings['frontDoors']>,
): Pick<Required<TestTraceQueryOptions>, 'settings'> {
  return { settings: { frontDoors: { ...testFrontDoors, ...changes } } };
}

/** Returns all spans of an OTLP message. */
export function spansOf({ resourceSpans = [] }: Shown): Shown[] {
  return resourceSpans.flatMap(({ scopeSpans }: Shown) =>
    scopeSpans.flatMap(({ spans }: Shown) => spans),
  );
}
