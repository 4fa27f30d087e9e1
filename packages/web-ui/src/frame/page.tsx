import type { ReactElement, ReactNode } from 'react';
import { useEffect } from 'react';
import { useProject } from '../api/use-project.js';
import styles from './frame.module.css';

export interface PageProps {
  /** The heading of the page, and the title of the browser's tab. */
  readonly title: string;
  /** What the bar at the top holds beside the project. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

/** A page: a bar at the top, and the content below it. */
export function Page({ title, bar, children }: PageProps): ReactElement {
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
        {bar}
      </header>
      <main id="main" className={styles['main']} tabIndex={-1}>
        <h1 className="unseen">{title}</h1>
        {children}
      </main>
    </div>
  );
}
