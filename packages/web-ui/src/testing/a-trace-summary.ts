import type { TraceSummary } from '../api/trace-summary.js';

const none = { prompt: 0, completion: 0, total: 0 };

/** Builds the summary of a trace that has one span. */
export function aTraceSummary(members: Partial<TraceSummary> = {}): TraceSummary {
  return {
    trace_id: '5c9f0c3a4f6b4e0e9d0f2b1a3c4d5e6f',
    start_time: '2026-05-01T10:00:00.000000000Z',
    end_time: '2026-05-01T10:00:00.000000000Z',
    duration_ns: '0',
    spans: 1,
    roots: 1,
    failed: 0,
    errors: 0,
    tokens: none,
    costs: none,
    models: [],
    services: [],
    matched: 1,
    ...members,
  };
}
