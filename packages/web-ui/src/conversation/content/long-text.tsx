import { type ReactElement, useMemo, useState } from 'react';
import { parseExactJson } from '../../api/json/parse-exact-json.js';
import type { Json } from '../../api/shown-span.js';
import { Button } from '../../parts/button.js';
import { CodeText } from '../../parts/code/code-text.js';
import { indentJson } from '../../parts/json-view/indent-json.js';
import { JsonView } from '../../parts/json-view/json-view.js';
import { TextDialog } from '../../parts/large-text/text-dialog.js';
import { writeCount } from '../../parts/values/write-value.js';
import { MarkdownText } from './markdown-text.js';
import { PlainText } from './plain-text.js';

/**
 * Maximum number of characters that are shown in full. If a text is longer, its beginning is shown and the whole text
 * opens in a searchable dialog.
 */
const MAX_LENGTH = 100_000;
const SHOWN_LENGTH = 4000;

interface LongTextProps {
  readonly text: string;
  /** True to show the source text without rendering Markdown. */
  readonly isAsSent: boolean;
}

/** Shows a message's text as Markdown, as JSON, or as it was sent. */
export function LongText({ text, isAsSent }: LongTextProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= MAX_LENGTH) {
    return <TextForm text={text} isAsSent={isAsSent} />;
  }
  const isJson = isLikelyJson(text);
  return (
    <>
      <TextForm text={text.slice(0, SHOWN_LENGTH)} isAsSent={isAsSent || isJson} />
      <Button onClick={() => setOpen(true)}>… Open all {writeCount(text.length)} characters</Button>
      {isOpen && (
        <TextDialog
          name="The whole text"
          text={text}
          isJson={isJson}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function TextForm({ text, isAsSent }: LongTextProps): ReactElement {
  if (isAsSent) {
    return <PlainText text={text} />;
  }
  return isLikelyJson(text) ? <JsonText text={text} /> : <MarkdownText text={text} />;
}

function isLikelyJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** Maximum length of JSON that is shown as indented lines. Longer JSON is shown as a tree. */
const MAX_INDENTED = 2000;

/** Shows JSON as indented lines or as a tree, and everything else as Markdown. */
function JsonText({ text }: { readonly text: string }): ReactElement {
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
