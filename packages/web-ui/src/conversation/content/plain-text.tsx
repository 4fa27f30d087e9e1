import type { ReactElement } from 'react';
import { MarkedText } from '../../parts/values/write-value.js';
import styles from '../conversation.module.css';

/** Text as it was sent, including its line breaks. */
export function PlainText({ text }: { readonly text: string }): ReactElement {
  return (
    <p className={styles['plain']}>
      <MarkedText text={text} />
    </p>
  );
}
