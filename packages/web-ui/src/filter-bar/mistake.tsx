import type { ReactElement } from 'react';
import { Message } from '../parts/message.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './filter-bar.module.css';
import type { FilterTextError } from './filtering.js';

/** Says what is wrong with the text of the filter, and marks the place. */
export function Mistake({ mistake }: { readonly mistake: FilterTextError }): ReactElement {
  const [{ q = '' }] = useSearchParameters();
  return (
    <div role="alert">
      <Message title="The filter cannot be read.">
        <p>{mistake.message}</p>
        <p className="mono">
          {q.slice(0, mistake.at)}
          <mark className={styles['mark']}>{q.slice(mistake.at) || ' '}</mark>
        </p>
      </Message>
    </div>
  );
}
