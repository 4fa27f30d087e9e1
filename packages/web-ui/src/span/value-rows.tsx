import { type ReactElement, useState } from 'react';
import { Button } from '../parts/button.js';
import { TextDialog } from '../parts/large-text/text-dialog.js';
import { type ShownValue, tieValue } from '../parts/values/shown-value.js';
import { ValueButton } from '../parts/values/value-button.js';
import { MarkedText, writeCount } from '../parts/values/write-value.js';
import styles from './span.module.css';

/** Maximum number of characters of a value that a row shows. */
const MAX_SHOWN = 4000;
/** Maximum length of a value that shares a line with its name. */
const MAX_INLINE = 100;
/** Maximum number of rows to render. The search also finds the remaining rows. */
const MAX_ROWS = 500;

/** Rows that each contain a name, a value and a menu. */
export function ValueRows({ rows }: { readonly rows: readonly ShownValue[] }): ReactElement {
  return (
    <>
      <dl className={styles['rows']}>
        {rows.slice(0, MAX_ROWS).map((shown) => (
          <div
            key={shown.name}
            className={needsWidth(shown) ? styles['stacked'] : ''}
            data-value
            ref={tieValue(shown)}
          >
            <dt className="mono">
              <MarkedText text={shown.name} />
            </dt>
            <ShownText shown={shown} />
            <dd>
              <ValueButton shown={shown} />
            </dd>
          </div>
        ))}
      </dl>
      {rows.length > MAX_ROWS && (
        <p className="faint">
          {writeCount(rows.length - MAX_ROWS)} more: find them by key or value.
        </p>
      )}
    </>
  );
}

/** Returns true for a stack trace, which keeps its line breaks and scrolls horizontally. */
function isStack({ name }: ShownValue): boolean {
  return name.endsWith('stacktrace');
}

/**
 * Returns true for a value that needs the full width. Such a value is shown below its name, because a narrow column
 * would break it into many lines.
 */
function needsWidth(shown: ShownValue): boolean {
  return isStack(shown) || shown.text.length > MAX_INLINE;
}

function ShownText({ shown }: { readonly shown: ShownValue }): ReactElement {
  const { name, value, text } = shown;
  const [isOpen, setOpen] = useState(false);
  const isCode = isStack(shown) || typeof value !== 'string';
  return (
    <dd className={`${isCode ? styles['code'] : ''} ${isStack(shown) ? styles['lines'] : ''}`}>
      <MarkedText text={text.slice(0, MAX_SHOWN)} />
      {text.length > MAX_SHOWN && (
        <Button isPlain onClick={() => setOpen(true)}>
          … Open all {writeCount(text.length)} characters
        </Button>
      )}
      {isOpen && (
        <TextDialog
          name={name}
          text={text}
          isJson={typeof value !== 'string'}
          onClose={() => setOpen(false)}
        />
      )}
    </dd>
  );
}
