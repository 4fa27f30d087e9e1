import type { ReactElement } from 'react';
import { type ShownSpan, valueAt } from '../api/shown-span.js';
import { writeDuration, writeExactDuration } from '../parts/values/format-duration.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { spanDuration } from '../span/span-duration.js';
import { readUsage } from './reading/read-usage.js';

interface CallHeaderProps {
  readonly span: ShownSpan;
  /** Position among the calls of the trace, from 1. */
  readonly place: number;
  readonly total: number;
  readonly onSelect: () => void;
}

/** Header of a call: its number, model, duration, tokens and cost. */
export function CallHeader({ span, place, total, onSelect }: CallHeaderProps): ReactElement {
  const meta = valueAt(span.attributes, 'ag', 'meta');
  const model = valueAt(meta, 'response', 'model') ?? valueAt(meta, 'request', 'model');
  const { tokens, kinds, cost, exactCost, prices } = readUsage(span);
  const duration = spanDuration(span);
  return (
    <header>
      <span>
        call {place} of {total}
      </span>
      <h3>
        <button type="button" title="Select its span" onClick={onSelect}>
          <MarkedText text={span.span_name} />
        </button>
      </h3>
      {typeof model === 'string' && (
        <span>
          <MarkedText text={model} />
        </span>
      )}
      <span title={writeExactDuration(duration)}>{writeDuration(duration)}</span>
      {tokens !== undefined && (
        <span title="Tokens in and out">
          {tokens} tok{kinds.length > 0 && ` (${kinds.join(', ')})`}
        </span>
      )}
      {cost !== undefined && (
        <span title={[exactCost, prices].filter(Boolean).join(', ')}>{cost} USD</span>
      )}
      {prices !== undefined && cost !== undefined && (
        <span className="faint">
          <MarkedText text={prices} />
        </span>
      )}
      {span.status_code === 'STATUS_CODE_ERROR' && (
        <span className="bad">
          failed <MarkedText text={span.status_message ?? ''} />
        </span>
      )}
    </header>
  );
}
