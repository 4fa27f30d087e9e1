import type { ReactElement } from 'react';
import { MarkedText } from '../parts/values/marked-text.js';
import { LongText } from './content/long-text.js';
import styles from './conversation.module.css';
import { goToResult } from './go-to-result.js';
import type { ToolCall } from './reading/read-messages.js';

interface ToolCallProps {
  readonly call: ToolCall;
  /** Selects the span of the tool. */
  readonly onShow: (() => void) | undefined;
  /** Whether a message has its result. */
  readonly hasResult: boolean;
}

/** A call of a tool with its arguments. */
export function ToolCallView({ call, onShow, hasResult }: ToolCallProps): ReactElement {
  const { id, name, input } = call;
  return (
    <div className={styles['call']}>
      <span className="faint">calls</span>{' '}
      <code>
        <MarkedText text={name} />
      </code>
      {onShow !== undefined && (
        <button type="button" className="button plain" onClick={onShow}>
          Show its span
        </button>
      )}
      {hasResult && (
        <button
          type="button"
          className="button plain"
          onClick={({ currentTarget }) => goToResult(currentTarget, id)}
        >
          Go to its result
        </button>
      )}
      <LongText text={input} isAsSent={false} />
    </div>
  );
}
