import { lazy, type ReactElement, Suspense } from 'react';
import { PlainText } from './plain-text.js';

/** The lexer is larger than the rest of a conversation, so the first text loads it. */
const Markdown = lazy(async () => ({ default: (await import('./markdown.js')).Markdown }));

/** A text in Markdown; as it was sent until the lexer is loaded. */
export function MarkdownText({ text }: { readonly text: string }): ReactElement {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <Markdown text={text} />
    </Suspense>
  );
}
