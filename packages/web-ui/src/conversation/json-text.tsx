import { type ReactElement, useMemo } from 'react';
import { parseExactJson } from '../api/parse-exact-json.js';
import type { Json } from '../api/shown-span.js';
import { MarkedText } from '../parts/marked-text.js';
import { writeJson } from '../parts/write-json.js';
import { Markdown } from './markdown.js';

/** A text that may be JSON: indented if it is, otherwise as Markdown. */
export function JsonText({ text }: { readonly text: string }): ReactElement {
  const indented = useMemo(() => indent(text), [text]);
  if (indented === undefined) {
    return <Markdown text={text} />;
  }
  return (
    <pre className="mono">
      <MarkedText text={indented} />
    </pre>
  );
}

function indent(text: string): string | undefined {
  try {
    return writeJson(parseExactJson(text) as Json, 2);
  } catch {
    return undefined;
  }
}
