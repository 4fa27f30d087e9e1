import { ApiProblem } from './api-problem.js';
import { send } from './call.js';
import type { PagePart } from './cursor-pages.js';
import { parseExactJson } from './json/parse-exact-json.js';
import { readLines } from './json/read-lines.js';
import { lastCost } from './query-cost.js';

/** Minimum interval in ms between calls to `onPart`. */
const INTERVAL_MS = 100;

/** A line of a streamed list that reports progress or an error instead of a row; see docs/api/spans-and-traces.md. */
interface NoteLine {
  readonly progress?: {
    readonly rows: number;
    readonly bytes: number;
    readonly reached: string;
    readonly next?: string;
  };
  readonly error?: { readonly status: number; readonly code?: string; readonly message: string };
}

/** Result of a stream: all rows, or the rows received before the stream failed. */
export interface StreamedPage<Row> extends PagePart<Row> {
  readonly rows: readonly Row[];
  /** The token for the next page; absent on the last page. */
  readonly next: string | undefined;
  readonly failure: unknown;
}

interface StreamOptions<Row> {
  readonly signal: AbortSignal;
  readonly onPart: ((part: PagePart<Row>) => void) | undefined;
  readonly nowMs?: () => number;
}

/**
 * Reads a list line by line. If the stream breaks, resolves with the rows received so far. Rejects if the service
 * refuses the request.
 */
export async function streamPage<Row>(
  path: `/${string}`,
  body: unknown,
  { signal, onPart, nowMs = () => performance.now() }: StreamOptions<Row>,
): Promise<StreamedPage<Row>> {
  const startedMs = nowMs();
  const headers = { accept: 'application/x-ndjson; progress=1' };
  const response = await send(path, { body, signal, headers });
  const rows: Row[] = [];
  let reached: string | undefined;
  let next: string | undefined;
  let shownMs = startedMs;
  try {
    for await (const text of readLines(response)) {
      const line = parseExactJson(text) as NoteLine;
      throwIfBroken(line);
      if (line.progress === undefined) {
        rows.push(line as Row);
      } else {
        const { rows: read, bytes } = line.progress;
        ({ reached, next } = line.progress);
        lastCost.set({ rows: read, bytes, ms: Math.round(nowMs() - startedMs) });
      }
      if (nowMs() - shownMs >= INTERVAL_MS) {
        shownMs = nowMs();
        onPart?.({ rows: [...rows], reached });
      }
    }
    return { rows, reached, next, failure: undefined };
  } catch (failure) {
    return { rows, reached, next: undefined, failure };
  }
}

function throwIfBroken({ error }: NoteLine): void {
  if (error !== undefined) {
    const { message, status, code } = error;
    throw new ApiProblem(message, { status, code });
  }
}
