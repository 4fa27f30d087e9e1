import { lazy, type ReactElement, Suspense } from 'react';
import { PlainText } from './plain-text.js';

/** The lexer is larger than the rest of a conversation, so it loads with the first text. */
const Markdown = lazy(async () => ({ default: (await import('./markdown.js')).Markdown }));

/** A text in Markdown, shown as it was sent until the lexer is loaded. */
export function MarkdownText({ text }: { readonly text: string }): ReactElement {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <Markdown text={text} />
    </Suspense>
  );
}
