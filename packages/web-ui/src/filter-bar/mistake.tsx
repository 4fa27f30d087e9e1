import type { ReactElement } from 'react';
import { Message } from '../parts/answers/message.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './filter-bar.module.css';
import type { FilterTextError } from './filtering.js';

interface MistakeProps {
  readonly mistake: FilterTextError;
  /** The text that is no filter. Default: the one of the address. */
  readonly text?: string;
}

/** Says what is wrong with the text of a filter, and marks the place. */
export function Mistake({ mistake, text }: MistakeProps): ReactElement {
  const [{ q = '' }] = useSearchParameters();
  const shown = text ?? q;
  return (
    <div role="alert">
      <Message title="The filter cannot be read.">
        <p>{mistake.message}</p>
        <p className="mono">
          {shown.slice(0, mistake.at)}
          <mark className={styles['mark']}>{shown.slice(mistake.at) || ' '}</mark>
        </p>
      </Message>
    </div>
  );
}
