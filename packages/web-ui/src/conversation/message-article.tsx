import { type ReactElement, useMemo } from 'react';
import { textDifference } from '../compare/text-difference.js';
import { Pieces } from '../compare/text-of-side.js';
import { Button } from '../parts/button.js';
import { MarkedText, writeCount } from '../parts/values/write-value.js';
import { Address } from './address.js';
import { JsonValue } from './content/content-value.js';
import { LongText } from './content/long-text.js';
import { Media } from './content/media.js';
import styles from './conversation.module.css';
import type { ContentPart } from './reading/read-content.js';
import type { ChatMessage, ToolCall } from './reading/read-messages.js';
import { onlyText, type ShownStep } from './reading/shown-steps.js';
import type { ToolLinks } from './use-tool-links.js';

interface MessageArticleProps extends Partial<ToolLinks> {
  readonly message: ChatMessage;
  /** Kind of change to the message since the previous model call. */
  readonly change?: ShownStep['kind'];
  /** Text of the message before the change. */
  readonly before?: string | undefined;
  readonly isAsSent?: boolean;
}

/** Symbol and word for each kind of change to a message. */
const changes: Readonly<Partial<Record<ShownStep['kind'], readonly [mark: string, word: string]>>> =
  {
    added: ['+ ', ''],
    removed: ['− ', ', left out'],
    changed: ['± ', ', changed'],
  };

export function MessageArticle(props: MessageArticleProps): ReactElement {
  const { message, change = 'first', before, isAsSent = false } = props;
  const { spanOfTool, answeredCall, hasResult } = props;
  const { role, content, thinking, toolCalls, toolCallId, finishReason } = message;
  const [mark, word] = changes[change] ?? ['', ''];
  const answered = toolCallId === undefined ? undefined : answeredCall?.(toolCallId);
  return (
    <article
      className={`${styles['message']} ${styles[change] ?? ''}`}
      aria-label={`${role}${word}`}
      {...(answered !== undefined && { [answersAttribute]: answered.id, tabIndex: -1 })}
    >
      <Role message={message} mark={mark} />
      <div className={styles['content']}>
        {answered !== undefined && (
          <p className="faint">
            answers <MarkedText text={answered.name} />
            {spanOfTool?.(answered) !== undefined && (
              <Button isPlain onClick={spanOfTool(answered)}>
                Show its span
              </Button>
            )}
          </p>
        )}
        {thinking !== undefined && (
          <details>
            <summary>Thinking, {writeCount(thinking.length)} characters</summary>
            <LongText text={thinking} isAsSent={isAsSent} />
          </details>
        )}
        {before !== undefined ? (
          <ChangedText before={before} after={onlyText(message) ?? ''} />
        ) : (
          content.map((part, at) => <ContentPartView key={at} part={part} isAsSent={isAsSent} />)
        )}
        {toolCalls.map((call, at) => (
          <ToolCallView
            key={at}
            call={call}
            onShow={spanOfTool?.(call)}
            hasResult={hasResult?.(call.id) ?? false}
          />
        ))}
        {finishReason !== undefined && (
          <p className="faint">
            finish: <MarkedText text={finishReason} />
          </p>
        )}
      </div>
    </article>
  );
}

function Role({ message, mark }: { readonly message: ChatMessage; readonly mark: string }) {
  const { role, name } = message;
  return (
    <span className={styles['role']} title={[role, name].filter(Boolean).join(', ')}>
      {mark !== '' && <b aria-hidden="true">{mark}</b>}
      <MarkedText text={role} />
      {name !== undefined && (
        <span className={styles['name']}>
          <MarkedText text={name} />
        </span>
      )}
    </span>
  );
}

interface ToolCallProps {
  readonly call: ToolCall;
  /** Selects the span of the tool call; undefined if there is no such span. */
  readonly onShow: (() => void) | undefined;
  /** True if a message contains the result of the call. */
  readonly hasResult: boolean;
}

function ToolCallView({ call, onShow, hasResult }: ToolCallProps): ReactElement {
  const { id, name, input } = call;
  return (
    <div className={styles['call']}>
      <span className="faint">calls</span>{' '}
      <code>
        <MarkedText text={name} />
      </code>
      {onShow !== undefined && (
        <Button isPlain onClick={onShow}>
          Show its span
        </Button>
      )}
      {hasResult && (
        <Button isPlain onClick={({ currentTarget }) => goToResult(currentTarget, id)}>
          Go to its result
        </Button>
      )}
      <LongText text={input} isAsSent={false} />
    </div>
  );
}

/** HTML attribute whose value is the id of a tool call. It is set on the article that shows the call's result. */
const answersAttribute = 'data-answers';

/**
 * Scrolls to the message that contains the result of a tool call, within the same view as `from`. A folded message is
 * unfolded first.
 */
function goToResult(from: Element, callId: string): void {
  const view = from.closest('[role=tabpanel]') ?? document;
  const result = view.querySelector<HTMLElement>(`[${answersAttribute}="${CSS.escape(callId)}"]`);
  const fold = result?.closest('details');
  if (fold != null) {
    fold.open = true;
  }
  result?.scrollIntoView({ block: 'center' });
  result?.focus();
}

/** Message text with its removed and added pieces marked. */
function ChangedText({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = useMemo(() => textDifference(before, after), [before, after]);
  return (
    <p className={`${styles['plain']} ${styles['difference']}`}>
      <Pieces pieces={pieces} />
    </p>
  );
}

interface ContentPartProps {
  readonly part: ContentPart;
  readonly isAsSent: boolean;
}

/** Shows one part of a message's content. */
function ContentPartView({ part, isAsSent }: ContentPartProps): ReactElement {
  switch (part.kind) {
    case 'text':
      return <LongText text={part.text} isAsSent={isAsSent} />;
    case 'media':
      return <Media data={part.data} />;
    case 'address':
      return (
        <p>
          <Address address={part.address}>
            <MarkedText text={part.address} />
          </Address>{' '}
          <span className="faint">is not loaded</span>
        </p>
      );
    case 'json':
      return <JsonValue value={part.value} name="JSON of the message" />;
  }
}
