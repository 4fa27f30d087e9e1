import { type ReactElement, Suspense, useMemo } from 'react';
import type { Json } from '../api/shown-span.js';
import { Waiting } from '../parts/answers/answer-states.js';
import { Button, CopyButton } from '../parts/button.js';
import { indentJson } from '../parts/json-view/indent-json.js';
import { JsonView } from '../parts/json-view/json-view.js';
import { LazyLargeText } from '../parts/large-text/text-dialog.js';
import { writeCount } from '../parts/values/write-value.js';
import { useSearchParameters } from '../url/use-search.js';
import { fieldOfPath } from './field-of-path.js';
import { type SpanTabProps, spanCurl } from './load-span.js';
import styles from './span.module.css';

/** Maximum length of JSON that is indented. Longer JSON is shown as it was received. */
const MAX_INDENTED = 2_000_000;

/** Shows a span as the API returned it, either as a tree or as searchable text. */
export function RawTab({ loaded: { span, raw } }: SpanTabProps): ReactElement {
  const [{ form }, change] = useSearchParameters();
  const { text } = raw;
  const isText = form === 'text';
  return (
    <>
      <p className={styles['tools']}>
        <span className="faint">{writeCount(text.length)} characters of JSON</span>
        <Button
          className="push"
          aria-pressed={isText}
          onClick={() => change({ form: isText ? undefined : 'text' })}
        >
          Text
        </Button>
        <span className={styles['actions']}>
          <CopyButton text={text} what="the span" label="Copy as JSON" />
          <CopyButton text={spanCurl(span)} what="the request" label="Copy as curl" />
          <CopyButton text={`{"spans":[${text}]}`} what="the span" label="Copy as ingest body" />
        </span>
      </p>
      {isText ? (
        <RawText text={text} />
      ) : (
        <JsonView value={raw as unknown as Json} name="JSON of the span" fieldRefOf={fieldOfPath} />
      )}
    </>
  );
}

function RawText({ text }: { readonly text: string }): ReactElement {
  const shown = useMemo(() => (text.length > MAX_INDENTED ? text : indentJson(text)), [text]);
  return (
    <div className={styles['large']}>
      <Suspense fallback={<Waiting />}>
        <LazyLargeText text={shown} name="JSON of the span" isJson takesFocus={false} />
      </Suspense>
    </div>
  );
}
