import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { previewOf } from '../../api/json/preview-text.js';
import { querySpans } from '../../api/query-spans.js';
import type { Json } from '../../api/shown-span.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import { writeDuration } from '../../parts/values/format-duration.js';
import { writeCount } from '../../parts/values/format-number.js';
import { MarkedText } from '../../parts/values/marked-text.js';

/**
 * Shows why a turn has no answer. Uses the failed span that started last, because errors propagate from it to its
 * ancestors.
 */
export function FailedAnswer({ turn }: { readonly turn: TraceSummary }): ReactElement {
  const { trace_id: traceId, duration_ns: length } = turn;
  const { data } = useQuery({
    queryKey: ['failed span', traceId, turn.failed],
    queryFn: ({ signal }) => newestFailure(traceId, signal),
  });
  const message = previewOf(data?.status_message as Json | undefined);
  const isCut = message !== undefined && message.length > [...message.text].length;
  const text = isCut
    ? `${message.text} … (${writeCount(message.length)} characters)`
    : message?.text;
  const where = data ? `${text ?? 'no message'} in ${data.span_name}` : undefined;
  return (
    <span className="bad">
      (failed after {writeDuration(BigInt(length))}
      {where !== undefined && ': '}
      {where !== undefined && <MarkedText text={where} />})
    </span>
  );
}

/** Maximum characters of the message; the trace has all of it. */
const TEXT_LIMIT = 300;

async function newestFailure(traceId: string, signal: AbortSignal) {
  const conditions = [
    { field: 'trace_id', operator: 'is', value: traceId },
    { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' },
  ];
  const body = {
    filtering: { operator: 'and', conditions },
    windowing: { limit: 1, order: 'descending' },
    projection: { members: ['span_name', 'status_message'], text_limit: TEXT_LIMIT },
  };
  const { spans } = await querySpans(body, { signal });
  return spans[0] ?? null;
}
