import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { writeCount } from '../values/format-number.js';
import { breakLines, MAX_LINE } from './break-lines.js';
import styles from './large-text.module.css';
import { type LargeTextProps, openEditor } from './open-editor.js';

/** A text of any length, of which only the visible part is in the document, with a search. */
export function LargeText({ text, name, isJson, takesFocus }: LargeTextProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => breakLines(text), [text]);
  useEffect(() => {
    const host = place.current;
    return host === null ? undefined : openEditor(host, { text: shown, name, isJson, takesFocus });
  }, [shown, name, isJson, takesFocus]);
  return (
    <div className={styles['text']}>
      {shown.length > text.length && (
        <p className="faint">
          Lines of more than {writeCount(MAX_LINE)} characters are shown in pieces. Copy has them
          whole.
        </p>
      )}
      <div ref={place} className={styles['place']} />
    </div>
  );
}
