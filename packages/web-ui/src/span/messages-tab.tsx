import type { ReactElement } from 'react';
import { type Json, type ShownSpan, valueAt } from '../api/shown-span.js';
import { Message } from '../parts/message.js';
import { writeJson } from '../parts/write-json.js';
import { type ChatMessage, messagesOf } from './messages-of.js';
import styles from './span.module.css';

/** What a model received and what it answered. */
export function MessagesTab({ span }: { readonly span: ShownSpan }): ReactElement {
  const data = valueAt(span.attributes, 'ag', 'data');
  const [inputs, outputs] = [valueAt(data, 'inputs'), valueAt(data, 'outputs')];
  const messages = [...messagesOf(inputs, 'input'), ...messagesOf(outputs, 'output')];
  if (messages.length === 0) {
    return (
      <Message title="No content was recorded.">
        <p>
          The program that sent this span did not record messages. OpenTelemetry’s GenAI
          instrumentations record them with{' '}
          <span className="mono">OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT</span>.
        </p>
      </Message>
    );
  }
  return (
    <>
      {messages.map((message, at) => (
        <Turn key={at} message={message} />
      ))}
    </>
  );
}

function Turn({ message }: { readonly message: ChatMessage }): ReactElement {
  const { role, text, thinking, toolCalls, finishReason, other } = message;
  return (
    <article className={styles['turn']} aria-label={role}>
      <span className={styles['role']}>{role}</span>
      <div>
        {thinking !== undefined && (
          <details>
            <summary className="faint">Thinking, {thinking.length} characters</summary>
            <p className="quiet">{thinking}</p>
          </details>
        )}
        {text !== undefined && <p>{text}</p>}
        {toolCalls.map(({ id, name, input }) => (
          <div key={id} className={styles['call']}>
            <span className="faint">calls</span> <code>{name}</code>
            <pre className="mono">{input}</pre>
          </div>
        ))}
        {other !== undefined && <OtherContent value={other} />}
        {finishReason !== undefined && <p className="faint">finish: {finishReason}</p>}
      </div>
    </article>
  );
}

function OtherContent({ value }: { readonly value: Json }): ReactElement {
  return <pre className="mono">{writeJson(value, 2)}</pre>;
}
