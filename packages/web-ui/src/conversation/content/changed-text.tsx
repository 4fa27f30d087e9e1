import { type ReactElement, useMemo } from 'react';
import { textDifference } from '../../compare/text-difference.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import styles from '../conversation.module.css';
import type { ChatMessage } from '../reading/read-messages.js';
import { onlyText } from '../reading/shown-steps.js';

interface ChangedTextProps {
  readonly before: string;
  readonly message: ChatMessage;
}

/** A text with its removed and added pieces marked. */
export function ChangedText({ before, message }: ChangedTextProps): ReactElement {
  const after = onlyText(message) ?? '';
  const pieces = useMemo(() => textDifference(before, after), [before, after]);
  return (
    <p className={`${styles['plain']} ${styles['difference']}`}>
      {pieces.map(({ kind, text }, at) => {
        const marked = <MarkedText text={text} />;
        if (kind === 'same') {
          return <span key={at}>{marked}</span>;
        }
        return kind === 'only-a' ? <del key={at}>{marked}</del> : <ins key={at}>{marked}</ins>;
      })}
    </p>
  );
}
