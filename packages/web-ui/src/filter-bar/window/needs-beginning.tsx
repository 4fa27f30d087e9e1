import type { ReactElement } from 'react';
import { Message } from '../../parts/answers/answer-states.js';
import styles from '../../parts/answers/answer-states.module.css';
import { Button } from '../../parts/button.js';
import { defaultWindow, nameTimeWindow, readTimeWindow } from '../../url/time-window.js';
import { useSearchParameters } from '../../url/use-search.js';

const offered = ['24h', '7d', '30d'];

/** Asks the user to choose a window with a start, which a chart over time requires. */
export function NeedsBeginning({ children }: { readonly children: string }): ReactElement {
  const [, change] = useSearchParameters();
  return (
    <Message title="Choose a window with a beginning.">
      <p>{children}</p>
      <p className={styles['choices']}>
        {offered.map((w) => (
          <Button key={w} onClick={() => change({ w }, 'push')}>
            {nameTimeWindow(readTimeWindow(w) ?? defaultWindow)}
          </Button>
        ))}
      </p>
    </Message>
  );
}
