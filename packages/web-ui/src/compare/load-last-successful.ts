import { querySpans, queryTraceSpans } from '../api/query-spans.js';

const isRoot = { field: 'parent_id', operator: 'is', value: null };
const projection = { members: ['span_name', 'start_time'] };

/**
 * Returns the id of the newest trace that began before a trace, has a root with the same name, and whose root
 * did not fail; undefined if there is none.
 */
export async function loadLastSuccessful(traceId: string): Promise<string | undefined> {
  const { spans: roots } = await queryTraceSpans(traceId, {
    filtering: { conditions: [{ field: 'trace_id', operator: 'is', value: traceId }, isRoot] },
    windowing: { limit: 1, order: 'ascending' },
    projection,
  });
  const [root] = roots;
  if (root === undefined) {
    return undefined;
  }
  const { spans: earlier } = await querySpans({
    filtering: {
      conditions: [
        isRoot,
        { field: 'span_name', operator: 'is', value: root.span_name },
        { field: 'status_code', operator: 'is_not', value: 'STATUS_CODE_ERROR' },
      ],
    },
    windowing: { newest: root.start_time, limit: 1, order: 'descending' },
    projection,
  });
  return earlier[0]?.trace_id;
}
