import type { ReactElement } from 'react';
import { MarkedText } from '../parts/marked-text.js';
import { readTimeWindow } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './explorer.module.css';

interface IgnoredParametersProps {
  /** Names in `c` that are no columns. */
  readonly unknownColumns: readonly string[];
  /** Whether the list lacks the selected row of the address. */
  readonly isRowMissing: boolean;
}

/** Names what the address asks for and the page does not know. */
export function IgnoredParameters(props: IgnoredParametersProps): ReactElement | null {
  const { unknownColumns, isRowMissing } = props;
  const [{ w, v, o }] = useSearchParameters();
  const ignored = [
    ...(w !== undefined && readTimeWindow(w) === undefined ? [`the window ${w}`] : []),
    ...(v !== undefined && !views.includes(v) ? [`the view ${v}`] : []),
    ...(o !== undefined && !orders.includes(o) ? [`the order ${o}`] : []),
    ...unknownColumns.map((name) => `the column ${name}`),
  ];
  return ignored.length === 0 && !isRowMissing ? null : (
    <p className={styles['ignored']} role="status">
      {ignored.length > 0 && (
        <>
          Ignored, because the page does not know it: <MarkedText text={ignored.join(', ')} />.
        </>
      )}{' '}
      {isRowMissing && 'The list does not have the row that the address selects.'}
    </p>
  );
}

const views = ['list', 'heat', 'compare'];
const orders = ['ascending', 'descending'];
