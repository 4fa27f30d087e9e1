import { isSamePlace, type SpanKey } from './key-walk.js';
import type { RunStatement } from './run-statement.js';
import { selectVersions } from './statements.js';
import { tableRows } from './table-rows.js';
import { coverRanges } from './time-ranges.js';
import { groupExtents, readExtents, type TraceExtent } from './trace-extents.js';

/** Those of the rows that are the current version of their span, each once, in the same order. */
export async function currentKeys(
  run: RunStatement,
  projectId: string,
  keys: readonly SpanKey[],
): Promise<readonly SpanKey[]> {
  const traceIds = [...new Set(keys.map(({ trace_id }) => trace_id))];
  const extents = await readExtents(run, projectId, traceIds);
  const affected = [...extents.values()].filter(({ hasVersions }) => hasVersions);
  const newest = await readNewest(run, { projectId, affected, keys });
  const isCurrent = (key: SpanKey) => {
    const version = newest.get(key.trace_id + key.span_id);
    return version === undefined || (isSamePlace(key, version) && isSameVersion(key, version));
  };
  return keys.filter(isCurrent).filter((key, index, current) => {
    const previous = current[index - 1];
    return previous === undefined || !isSamePlace(previous, key);
  });
}

interface VersionsRequest {
  readonly projectId: string;
  readonly affected: readonly TraceExtent[];
  readonly keys: readonly SpanKey[];
}

/** The current version of every span of the keys that lies in one of the affected traces. */
async function readNewest(
  run: RunStatement,
  { projectId, affected, keys }: VersionsRequest,
): Promise<ReadonlyMap<string, SpanKey>> {
  const newest = new Map<string, SpanKey>();
  for (const group of groupExtents(affected)) {
    const traces = new Set(group.map(({ trace_id }) => trace_id));
    const spanIds = keys
      .filter(({ trace_id }) => traces.has(trace_id))
      .map(({ span_id }) => span_id);
    const statement = selectVersions({
      project_id: projectId,
      trace_ids: [...traces],
      span_ids: [...new Set(spanIds)],
      ranges: coverRanges(group),
    });
    for (const row of tableRows(await run(statement))) {
      const [trace_id = '', span_id = '', received = '0', offset = '0', start = '0'] = row;
      newest.set(trace_id + span_id, {
        trace_id,
        span_id,
        start_time: BigInt(start),
        received_at: BigInt(received),
        log_offset: BigInt(offset),
      });
    }
  }
  return newest;
}

function isSameVersion(left: SpanKey, right: SpanKey): boolean {
  return left.received_at === right.received_at && left.log_offset === right.log_offset;
}
