import { anyTimeNs } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { RowContext } from '../columns/column.js';

export function aRowContext(members: Partial<RowContext> = {}): RowContext {
  return {
    project_id: '0190163d-8694-739b-aea5-966c26f8ad90',
    received_at: 1_777_629_605_000_000_123n,
    created_by_id: '019320f1-5b0a-7f02-8e8f-0c1d2e3f4a5b',
    retention_days: 30,
    ...members,
  };
}

export function anyRowContext(): fc.Arbitrary<RowContext> {
  return fc.record(
    {
      project_id: fc.uuid(),
      received_at: anyTimeNs().filter((timeNs) => timeNs !== 0n), // an edit never has the time 0
      created_by_id: fc.uuid(),
      retention_days: fc.integer({ min: 0, max: 3650 }),
      edit: fc.record({ created_at: anyTimeNs(), updated_by_id: fc.uuid() }),
    },
    { requiredKeys: ['project_id', 'received_at', 'created_by_id', 'retention_days'] },
  );
}
