import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { DeleteTraceRecord, SpanRecord } from '../span-publisher.js';
import type { LogMessageHeaders } from '../span-subscription.js';

const zeroProject = '00000000-0000-0000-0000-000000000000';

/** Builds a record whose rows are random bytes. This is sufficient, because a log never decodes rows. */
export function spanRecord(overrides: Partial<SpanRecord> = {}): SpanRecord {
  return {
    partition: 0,
    rows: randomBytes(64),
    spanCount: 1,
    rowSchemaVersion: 1,
    projectId: zeroProject,
    requestId: 'request-1',
    receivedAt: 1_700_000_000_000_000_000n,
    ...overrides,
  };
}

export function deleteTraceRecord(overrides: Partial<DeleteTraceRecord> = {}): DeleteTraceRecord {
  return {
    partition: 0,
    deletedTraceId: '0af7651916cd43dd8448eb211c80319c',
    projectId: zeroProject,
    requestId: 'request-2',
    receivedAt: 1_700_000_000_000_000_000n,
    ...overrides,
  };
}

const MAX_NS = 2n ** 63n - 1n;

/** Generates records for a log with `partitionCount` partitions. */
export function anySpanRecord(partitionCount: number): fc.Arbitrary<SpanRecord> {
  return fc.record({
    partition: fc.nat({ max: partitionCount - 1 }),
    rows: fc.uint8Array({ minLength: 1, maxLength: 2000 }),
    spanCount: fc.integer({ min: 1, max: 10_000 }),
    rowSchemaVersion: fc.integer({ min: 1, max: 1000 }),
    projectId: fc.uuid(),
    requestId: fc.string({ unit: 'binary', maxLength: 100 }),
    receivedAt: fc.bigInt({ min: 0n, max: MAX_NS }),
    retentionDays: fc.nat({ max: 3650 }),
  });
}

/** Generates the headers of a message of any kind. */
export function anyMessageHeaders(): fc.Arbitrary<LogMessageHeaders> {
  const optional = {
    retryOf: fc.stringMatching(/^\d-\d-\d-\d$/),
    retentionDays: fc.nat({ max: 3650 }),
  };
  const required = {
    kind: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    rowSchemaVersion: fc.nat({ max: 1000 }),
    projectId: fc.uuid(),
    spanCount: fc.nat(),
    uncompressedBytes: fc.nat(),
    receivedAt: fc.bigInt({ min: 0n, max: MAX_NS }),
    requestId: fc.string({ unit: 'grapheme', maxLength: 100 }),
  };
  return fc.record(
    { ...required, ...optional },
    { requiredKeys: Object.keys(required) as (keyof typeof required)[] },
  );
}
