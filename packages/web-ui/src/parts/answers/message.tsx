import type { ReactElement, ReactNode } from 'react';
import styles from './message.module.css';

/** Describes the state of a page in words, such as that nothing matches. */
export function Message({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <div className={styles['message']}>
      <p className={styles['title']}>{title}</p>
      {children}
    </div>
  );
}
