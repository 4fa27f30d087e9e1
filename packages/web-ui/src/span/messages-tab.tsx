import { type ReactElement, useMemo } from 'react';
import { CallSettings } from '../conversation/call-settings.js';
import { ContentNotRecorded } from '../conversation/content/content-not-recorded.js';
import { MessageArticle } from '../conversation/message-article.js';
import { toCall } from '../conversation/reading/to-call.js';
import type { SpanTabProps } from './load-span.js';

/** Input and output messages of a model call; input and output of any other span. */
export function MessagesTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const call = useMemo(() => toCall(span), [span]);
  const { inputs, outputs } = call;
  const messages = [...inputs, ...outputs];
  if (messages.length === 0) {
    return <ContentNotRecorded span={span} />;
  }
  const calls = messages.flatMap(({ toolCalls }) => toolCalls);
  const answered = new Set(messages.map(({ toolCallId }) => toolCallId));
  return (
    <>
      {messages.map((message, at) => (
        <MessageArticle
          key={at}
          message={message}
          answeredCall={(id) => calls.find((each) => each.id === id)}
          hasResult={(id) => id !== '' && answered.has(id)}
        />
      ))}
      <CallSettings span={call.span} />
    </>
  );
}
