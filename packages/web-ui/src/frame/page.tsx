import { useLocation } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useProject } from '../api/use-project.js';
import { OfflineBar } from '../parts/answers/offline-bar.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { unknownValues } from '../url/unknown-values.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './frame.module.css';

export interface PageProps {
  /** The heading of the page, and the title of the browser's tab. */
  readonly title: string;
  /** What the bar at the top holds beside the project. Default: the heading. */
  readonly bar?: ReactNode;
  /** What the address asks for and the page does not find: `the column .x`. */
  readonly ignored?: readonly string[];
  /** What the page says of a row that the address selects. */
  readonly note?: string | undefined;
  /** When the service answered what the page shows, if it does not answer any more. */
  readonly readAt?: string | undefined;
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

/** A page: a bar at the top, and the content below it. */
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
  /** What the page itself does not find: `the column .x`. */
  readonly others: readonly string[];
  /** What the page says of a row that the address selects. */
  readonly note: string | undefined;
}

/** Names what the address asks for and the page does not know. */
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
