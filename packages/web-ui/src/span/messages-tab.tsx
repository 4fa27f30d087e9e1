import type { ReactElement } from 'react';
import { type ShownSpan, valueAt } from '../api/shown-span.js';
import { ContentNotRecorded } from '../conversation/content-not-recorded.js';
import { MessageArticle } from '../conversation/message-article.js';
import { readMessages } from '../conversation/read-messages.js';

/** What a model received and what it answered. */
export function MessagesTab({ span }: { readonly span: ShownSpan }): ReactElement {
  const data = valueAt(span.attributes, 'ag', 'data');
  const messages = [
    ...readMessages(valueAt(data, 'inputs'), 'input'),
    ...readMessages(valueAt(data, 'outputs'), 'output'),
  ];
  if (messages.length === 0) {
    return <ContentNotRecorded span={span} />;
  }
  return (
    <>
      {messages.map((message, at) => (
        <MessageArticle key={at} message={message} />
      ))}
    </>
  );
}
