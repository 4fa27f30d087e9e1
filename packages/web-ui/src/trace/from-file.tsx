import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { openedFiles } from '../api/opened-files.js';
import { useStore } from '../parts/store.js';
import { writeCount } from '../parts/values/format-number.js';
import { markInvisible } from '../parts/values/mark-invisible.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { useSearchParameters } from '../url/use-search.js';
import type { Outline } from './outline/outline.js';
import styles from './trace.module.css';

/** Says that the trace is that of a file, and leads to the other traces of the file. */
export function FromFile({ outline }: { readonly outline: Outline }): ReactElement | null {
  const [{ file }] = useSearchParameters();
  const navigate = useNavigate();
  const opened = useStore(openedFiles).get(file ?? '');
  if (opened === undefined) {
    return null;
  }
  const { name, traces } = opened;
  const show = (traceId: string) =>
    navigate({ to: '/traces/$traceId', params: { traceId }, search: { file: name } as never });
  return (
    <p className={styles['notice']}>
      <span>
        From the file <MarkedText text={name} />, which stays in this browser.
      </span>
      {traces.length > 1 && (
        <label>
          Trace{' '}
          <select
            className="field"
            value={outline.traceId}
            onChange={({ target }) => void show(target.value)}
          >
            {traces.map((trace) => (
              <option key={trace.traceId} value={trace.traceId}>
                {markInvisible(trace.texts[trace.name[0] ?? -1] ?? '')}, {writeCount(trace.count)}{' '}
                spans, {trace.traceId.slice(0, 8)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Link to="/spans">Close the file</Link>
    </p>
  );
}
