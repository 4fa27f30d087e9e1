import { call } from '../api/call.js';
import type { ShownSpan } from '../api/shown-span.js';

type Root = Pick<ShownSpan, 'trace_id' | 'span_name' | 'start_time'>;

const isRoot = { field: 'parent_id', operator: 'is', value: null };
const members = ['span_name', 'start_time'];

/**
 * Returns the id of the newest trace that began before a trace, has a root with the same name, and whose root
 * did not fail; undefined if there is none.
 */
export async function loadLastSuccessful(traceId: string): Promise<string | undefined> {
  const root = await loadRoot({
    conditions: [{ field: 'trace_id', operator: 'is', value: traceId }, isRoot],
    windowing: { limit: 1, order: 'ascending' },
  });
  if (root === undefined) {
    return undefined;
  }
  const before = await loadRoot({
    conditions: [
      isRoot,
      { field: 'span_name', operator: 'is', value: root.span_name },
      { field: 'status_code', operator: 'is_not', value: 'STATUS_CODE_ERROR' },
    ],
    windowing: { newest: root.start_time, limit: 1, order: 'descending' },
  });
  return before?.trace_id;
}

interface RootQuery {
  readonly conditions: readonly object[];
  readonly windowing: object;
}

async function loadRoot({ conditions, windowing }: RootQuery): Promise<Root | undefined> {
  const body = { filtering: { conditions }, windowing, projection: { members } };
  const { spans = [] } = await call<{ readonly spans?: readonly Root[] }>('/spans/query', { body });
  return spans[0];
}
