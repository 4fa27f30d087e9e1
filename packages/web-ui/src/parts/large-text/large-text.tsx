import { useEffect, useMemo, useRef } from 'react';
import { writeCount } from '../values/write-value.js';
import styles from './large-text.module.css';
import { type LargeTextProps, openEditor } from './open-editor.js';

/** Maximum length of a line. The editor lays out whole lines, which would take seconds if a line had megabytes. */
export const MAX_LINE = 5000;

/** Searchable view of text of any length. Only the visible part of the text is in the document. */
export function LargeText({ text, name, isJson, takesFocus }: LargeTextProps) {
  const container = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => breakLines(text), [text]);
  useEffect(() => {
    const host = container.current;
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
      <div ref={container} className={styles['place']} />
    </div>
  );
}

/** Breaks lines that are longer than `MAX_LINE`. Text without such lines is returned unchanged. */
export function breakLines(text: string): string {
  const pieces: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    for (; end - from > MAX_LINE; from += MAX_LINE) {
      pieces.push(text.slice(from, from + MAX_LINE));
    }
    pieces.push(text.slice(from, end));
    from = end + 1;
  }
  return pieces.length === 1 ? text : pieces.join('\n');
}
