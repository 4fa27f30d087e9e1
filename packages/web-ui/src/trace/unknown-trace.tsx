import type { ReactElement } from 'react';
import { Message } from '../parts/answers/message.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { useSearchParameters } from '../url/use-search.js';

interface UnknownTraceProps {
  readonly traceId: string;
  /** Whether the page asks for the trace again and again. */
  readonly isWaiting: boolean;
  readonly onWait: () => void;
}

/** What the page shows of a trace that is not stored. */
export function UnknownTrace({ traceId, isWaiting, onWait }: UnknownTraceProps): ReactElement {
  const [{ file }] = useSearchParameters();
  if (file !== undefined) {
    return (
      <Message title="The file is not open in this tab.">
        <p>
          This trace was opened from the file <MarkedText text={file} />. Drop the file on the page
          to see it again: the page sends files nowhere, so that nobody else has it.
        </p>
      </Message>
    );
  }
  return (
    <Message title="There is no such trace.">
      <p>
        <span className="mono">{traceId}</span> is not stored in this project. It may be deleted,
        expired, or not stored yet.
      </p>
      <p role="status" className="quiet">
        {isWaiting && 'The page asks every two seconds, and shows the trace once it is stored.'}
      </p>
      <button type="button" className="button" aria-pressed={isWaiting} onClick={onWait}>
        {isWaiting ? 'Stop waiting' : 'Wait for it'}
      </button>
    </Message>
  );
}
