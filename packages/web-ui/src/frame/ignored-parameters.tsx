import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { MarkedText } from '../parts/values/marked-text.js';
import { unknownValues } from '../url/unknown-values.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './frame.module.css';

interface IgnoredParametersProps {
  /** What the page itself does not find: `the column .x`. */
  readonly others: readonly string[];
  /** What the page says of a row that the address selects. */
  readonly note: string | undefined;
}

/** Names what the address asks for and the page does not know. */
export function IgnoredParameters({ others, note }: IgnoredParametersProps): ReactElement | null {
  const { pathname } = useLocation();
  const [search] = useSearchParameters();
  const ignored = [...unknownValues(pathname, search), ...others];
  return ignored.length === 0 && note === undefined ? null : (
    <p className={styles['ignored']} role="status">
      {ignored.length > 0 && (
        <>
          This page ignores what it does not know in the address:{' '}
          <MarkedText text={ignored.join(', ')} />.
        </>
      )}{' '}
      {note}
    </p>
  );
}
