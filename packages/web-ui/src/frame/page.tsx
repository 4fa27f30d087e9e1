import { useLocation } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useProject } from '../api/use-project.js';
import { OfflineBar } from '../parts/answers/offline-bar.js';
import { MarkedText } from '../parts/values/write-value.js';
import { unknownValues } from '../url/unknown-values.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './frame.module.css';

export interface PageProps {
  /** Heading of the page, which is also the title of the browser tab. */
  readonly title: string;
  /** Content of the top bar, next to the project. By default, it is the heading. */
  readonly bar?: ReactNode;
  /** Descriptions of the URL parts that the page ignores, such as `the column .x`. */
  readonly ignored?: readonly string[];
  /** Message about the row that the URL selects, for example that the row is missing. */
  readonly note?: string | undefined;
  /** Time when the visible data was read. Present only while the service does not respond. */
  readonly readAt?: string | undefined;
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

/** Layout of a page, with a bar at the top and the content below it. */
export function Page(props: PageProps): ReactElement {
  const { title, bar, ignored = [], note, readAt, onRetry, children } = props;
  const name = useProject()?.project.name;
  useEffect(() => {
    document.title = `${title} · Spanhouse`;
  }, [title]);
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        {name !== undefined && (
          <span className={`${styles['project']} cut`} title="The project of the key">
            {name}
          </span>
        )}
        {bar ?? <span className={`${styles['name']} cut`}>{title}</span>}
      </header>
      <main id="main" className={styles['main']} tabIndex={-1}>
        <h1 className="unseen">{title}</h1>
        <div>
          <IgnoredParameters others={ignored} note={note} />
          {onRetry !== undefined && <OfflineBar readAt={readAt} onRetry={onRetry} />}
        </div>
        <div className={styles['content']}>{children}</div>
      </main>
    </div>
  );
}

interface IgnoredParametersProps {
  /** Descriptions of the URL parts that the page ignores, such as `the column .x`. */
  readonly others: readonly string[];
  /** Message about the row that the URL selects, for example that the row is missing. */
  readonly note: string | undefined;
}

/** Lists the parts of the URL that the page ignores. */
function IgnoredParameters({ others, note }: IgnoredParametersProps): ReactElement | null {
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
