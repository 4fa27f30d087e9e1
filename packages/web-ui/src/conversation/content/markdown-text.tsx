import { lazy, type ReactElement, Suspense } from 'react';
import { PlainText } from './plain-text.js';

/**
 * The Markdown lexer is larger than the rest of the code for conversations, so it is loaded only when Markdown is
 * shown.
 */
const Markdown = lazy(async () => ({ default: (await import('./markdown.js')).Markdown }));

/** Renders Markdown. Until the lexer is loaded, the source is shown as it was sent. */
export function MarkdownText({ text }: { readonly text: string }): ReactElement {
  return (
    <Suspense fallback={<PlainText text={text} />}>
      <Markdown text={text} />
    </Suspense>
  );
}
