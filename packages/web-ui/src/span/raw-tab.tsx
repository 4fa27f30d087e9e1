import { type ReactElement, useMemo, useState } from 'react';
import type { Json, ShownSpan } from '../api/shown-span.js';
import { CopyButton } from '../parts/copy-button.js';
import { writeBytes } from '../parts/format-number.js';
import { writeJson } from '../parts/write-json.js';
import styles from './span.module.css';

/** Longer texts would block the page, so that their beginning is shown first. */
const MAX_SHOWN = 100_000;

/** The span as the API returns it. */
export function RawTab({ span }: { readonly span: ShownSpan }): ReactElement {
  const text = useMemo(() => writeJson(span as unknown as Json, 2), [span]);
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > MAX_SHOWN;
  return (
    <>
      <p className={styles['tools']}>
        <span className="faint">{writeBytes(text.length)} of JSON</span>
        <CopyButton text={text} what="the JSON of the span" />
        {isCut && (
          <button type="button" className="button" onClick={() => setWhole(true)}>
            Show all
          </button>
        )}
      </p>
      <pre className="mono">{isCut ? `${text.slice(0, MAX_SHOWN)} …` : text}</pre>
    </>
  );
}
