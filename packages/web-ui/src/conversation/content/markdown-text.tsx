import { lazy, type ReactElement, Suspense } from 'react';
import { PlainText } from './plain-text.js';

/** The lexer is larger than the remaining code of a conversation, so it is loaded when the first text appears. */
const Markdown = lazy(async () => ({ default: (await import('./markdown.js')).Markdown }));

/** Shows a text as Markdown. Until the lexer is loaded, shows the text as it was sent. */
export function MarkdownText({ text }: { readonly text: string }): ReactElement {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <Markdown text={text} />
    </Suspense>
  );
}
