import type { SentProjection, TailLine } from '@spanhouse/span-schema/api';
import { send } from '../../api/call.js';
import { parseExactJson } from '../../api/json/parse-exact-json.js';
import { readLines } from '../../api/json/read-lines.js';
import { visibleTo } from '../../api/query-cost.js';
import type { ShownSpan } from '../../api/shown-span.js';
import type { Filtering } from '../../filter-bar/filtering.js';

/** Maximum number of spans per second that the page requests. Spans beyond this limit are only counted. */
const MAX_PER_SECOND = 500;

/** State of a stream, sent once a second; see docs/api/spans-and-traces.md. */
export type Beat = Extract<TailLine, { beat: unknown }>['beat'];

export interface TailRequest {
  readonly filtering: Filtering | undefined;
  /** Selects the parts of each span that the list needs. */
  readonly projection: SentProjection;
  /** Token of the previous stream's last beat; the new stream continues after it. */
  readonly since: string | undefined;
}

export interface TailListener {
  readonly onSpan: (span: ShownSpan) => void;
  readonly onBeat: (beat: Beat) => void;
}

type Line = {
  readonly span?: ShownSpan;
  readonly beat?: Beat;
  readonly error?: { readonly message?: string };
};

/** Reads matching spans as they arrive, until the signal is aborted. Rejects if the stream ends earlier. */
export async function readTail(
  { filtering, projection, since }: TailRequest,
  { onSpan, onBeat }: TailListener,
  signal: AbortSignal,
): Promise<never> {
  const body = {
    ...(filtering && { filtering }),
    ...(since !== undefined && { since }),
    max_per_second: MAX_PER_SECOND,
    projection,
  };
  const response = await send('/spans/tail', { body, signal });
  for await (const text of readLines(response)) {
    const { span, beat, error } = parseExactJson(text) as Line;
    if (span !== undefined) {
      onSpan(span);
    } else if (beat !== undefined) {
      visibleTo.set(beat.visible_to);
      onBeat(beat);
    } else {
      throw new Error(error?.message ?? 'The stream failed.');
    }
  }
  signal.throwIfAborted();
  throw new Error('The stream has ended.');
}
