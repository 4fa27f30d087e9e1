import type { ReactElement } from 'react';
import { Message } from '../parts/answers/answer-states.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './filter-bar.module.css';
import type { FilterTextError } from './filtering.js';

interface MistakeProps {
  readonly mistake: FilterTextError;
  /** The invalid filter text. The default is the text in the URL. */
  readonly text?: string;
}

/** Shows the error in a filter text and marks its position. */
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
