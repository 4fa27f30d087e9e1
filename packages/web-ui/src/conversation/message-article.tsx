import type { ReactElement } from 'react';
import { writeCount } from '../parts/format-number.js';
import { MarkedText } from '../parts/marked-text.js';
import { writeJson } from '../parts/write-json.js';
import styles from './conversation.module.css';
import { LongText } from './long-text.js';
import { Address } from './markdown.js';
import { Media } from './media.js';
import type { ContentPart } from './read-content.js';
import type { ChatMessage, ToolCall } from './read-messages.js';

interface MessageArticleProps {
  readonly message: ChatMessage;
  /** What became of the message since the call before. */
  readonly change?: 'added' | 'removed' | undefined;
  readonly isAsSent?: boolean;
  /** Selects the span of the tool that a call ran; absent where there is none. */
  readonly spanOfTool?: (call: ToolCall) => (() => void) | undefined;
}

/** One message, as a person reads it. */
export function MessageArticle(props: MessageArticleProps): ReactElement {
  const { message, change, isAsSent = false, spanOfTool } = props;
  const { role, name, content, thinking, toolCalls, finishReason } = message;
  return (
    <article
      className={`${styles['message']} ${styles[change ?? ''] ?? ''}`}
      aria-label={change === 'removed' ? `${role}, left out` : role}
    >
      <span className={styles['role']}>
        {change !== undefined && <b aria-hidden="true">{change === 'added' ? '+ ' : '− '}</b>}
        <MarkedText text={role} />
        {name !== undefined && (
          <span className={styles['name']}>
            <MarkedText text={name} />
          </span>
        )}
      </span>
      <div className={styles['content']}>
        {thinking !== undefined && (
          <details>
            <summary>Thinking, {writeCount(thinking.length)} characters</summary>
            <LongText text={thinking} isAsSent={isAsSent} />
          </details>
        )}
        {content.map((part, at) => (
          <Part key={at} part={part} isAsSent={isAsSent} />
        ))}
        {toolCalls.map((call) => (
          <Call key={call.id} call={call} onShow={spanOfTool?.(call)} />
        ))}
        {finishReason !== undefined && <p className="faint">finish: {finishReason}</p>}
      </div>
    </article>
  );
}

interface PartProps {
  readonly part: ContentPart;
  readonly isAsSent: boolean;
}

function Part({ part, isAsSent }: PartProps): ReactElement {
  switch (part.kind) {
    case 'text':
      return <LongText text={part.text} isAsSent={isAsSent} />;
    case 'media':
      return <Media data={part.data} />;
    case 'address':
      return (
        <p>
          <Address address={part.address}>{part.address}</Address>{' '}
          <span className="faint">is not loaded</span>
        </p>
      );
    case 'json':
      return (
        <pre className="mono">
          <MarkedText text={writeJson(part.value, 2)} />
        </pre>
      );
  }
}

interface CallProps {
  readonly call: ToolCall;
  readonly onShow: (() => void) | undefined;
}

function Call({ call: { name, input }, onShow }: CallProps): ReactElement {
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
      <pre className="mono">
        <MarkedText text={input} />
      </pre>
    </div>
  );
}
