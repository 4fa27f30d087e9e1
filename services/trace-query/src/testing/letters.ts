import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import { compressRows } from '@spanhouse/span-log/frame';
import { ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aContext, aSpan, encodeRows } from '@spanhouse/trace-store/testing';

/** The project of callers in open mode. */
const letterProject = '00000000-0000-0000-0000-000000000000';

/** Builds a letter whose spans ClickHouse has refused. It starts at row 0 of a message in partition 0. */
export async function letterOf(
  spans: readonly Partial<CanonicalSpan>[],
  overrides: Partial<DeadLetter> = {},
): Promise<DeadLetter> {
  const projectId = overrides.projectId ?? letterProject;
  const context = aContext({ project_id: projectId });
  const rows = encodeRows(spans.map((span) => ({ span: aSpan(span), context })));
  return {
    origin: { partition: 0, offset: 4 },
    firstRow: 0,
    rowCount: spans.length,
    stage: 'insert',
    reason: '469: VIOLATED_CONSTRAINT: times_in_range',
    bytes: await compressRows(rows),
    uncompressedBytes: rows.byteLength,
    rowSchemaVersion: ROW_SCHEMA_VERSION,
    projectId,
    ...overrides,
  };
}
