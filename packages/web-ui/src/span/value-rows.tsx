import { type ReactElement, useState } from 'react';
import { TextDialog } from '../parts/large-text/text-dialog.js';
import { writeCount } from '../parts/values/format-number.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { type ShownValue, tieValue } from '../parts/values/shown-value.js';
import { ValueButton } from '../parts/values/value-button.js';
import styles from './span.module.css';

/** Characters of a value that a row shows. */
const MAX_SHOWN = 4000;
/** Characters of a value that lies beside its name. */
const MAX_BESIDE = 100;
/** Rows that are shown at once; a search finds those beyond. */
const MAX_ROWS = 500;

interface ValueRowsProps {
  readonly rows: readonly ShownValue[];
}

/** Names and values, each with its menu. */
export function ValueRows({ rows }: ValueRowsProps): ReactElement {
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

/** A stack keeps its lines, which scroll. */
function isStack({ name }: ShownValue): boolean {
  return name.endsWith('stacktrace');
}

/** Long values lie below their names: beside them, a narrow pane would break them into a high column. */
function needsWidth(shown: ShownValue): boolean {
  return isStack(shown) || shown.text.length > MAX_BESIDE;
}

function ShownText({ shown }: { readonly shown: ShownValue }): ReactElement {
  const { name, value, text } = shown;
  const [isOpen, setOpen] = useState(false);
  const isCode = isStack(shown) || typeof value !== 'string';
  return (
    <dd className={`${isCode ? styles['code'] : ''} ${isStack(shown) ? styles['lines'] : ''}`}>
      <MarkedText text={text.slice(0, MAX_SHOWN)} />
      {text.length > MAX_SHOWN && (
        <button type="button" className="button plain" onClick={() => setOpen(true)}>
          … Open all {writeCount(text.length)} characters
        </button>
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
