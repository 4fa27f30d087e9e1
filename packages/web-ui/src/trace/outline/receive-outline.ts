import { ApiProblem, readProblem } from '../../api/api-problem.js';
import { readLines } from '../../api/json/read-lines.js';
import type { TaskContext } from '../workers/worker-messages.js';
import { OutlineReader } from './read-outline.js';

/** Path of an outline and the request headers. */
interface OutlineRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

const NOT_MODIFIED = 304;

/**
 * Reads an outline line by line as it arrives; undefined if the trace has not changed. Sends the first lines of a long
 * outline as a part. Rejects with an ApiProblem.
 */
export async function receiveOutline(
  { address, headers }: OutlineRequest,
  { signal, send }: TaskContext,
) {
  const response = await fetch(address, { headers, signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ApiProblem('The service does not answer.', { status: 0, cause });
  });
  const cost = response.headers.get('x-query-cost') ?? undefined;
  if (response.status === NOT_MODIFIED) {
    await response.arrayBuffer();
    return { outline: undefined, cost };
  }
  if (!response.ok) {
    throw await readProblem(response, signal);
  }
  const reader = new OutlineReader();
  let isFirst = true;
  for await (const line of readLines(response)) {
    reader.takeLine(line);
    if (isFirst && reader.read > 0) {
      isFirst = false;
      send(reader.begin());
    }
  }
  const etag = response.headers.get('etag') ?? undefined;
  return { outline: { ...reader.finish(), etag }, cost };
}
