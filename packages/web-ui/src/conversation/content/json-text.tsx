import { type ReactElement, useMemo } from 'react';
import { parseExactJson } from '../../api/json/parse-exact-json.js';
import type { Json } from '../../api/shown-span.js';
import { CodeText } from '../../parts/code/code-text.js';
import { indentJson } from '../../parts/json-view/indent-json.js';
import { JsonView } from '../../parts/json-view/json-view.js';
import { MarkdownText } from './markdown-text.js';

/** Longer JSON is a tree. */
const MAX_INDENTED = 2000;

/** A text that may be JSON: indented or a tree if it is, otherwise as Markdown. */
export function JsonText({ text }: { readonly text: string }): ReactElement {
  const value = useMemo(() => parse(text), [text]);
  if (typeof value !== 'object' || value === null) {
    return <MarkdownText text={text} />;
  }
  return text.length > MAX_INDENTED ? (
    <JsonView value={value} name="JSON in the text" />
  ) : (
    <pre className="mono">
      <CodeText text={indentJson(text)} language="json" />
    </pre>
  );
}

function parse(text: string): Json | undefined {
  try {
    return parseExactJson(text) as Json;
  } catch {
    return undefined;
  }
}
