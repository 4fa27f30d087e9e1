import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { openedFiles } from '../api/opened-files.js';
import { Button } from '../parts/button.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { useStore } from '../parts/store.js';
import { MarkedText, markInvisible, writeCount } from '../parts/values/write-value.js';
import { useSearchParameters } from '../url/use-search.js';
import type { Outline } from './outline/outline.js';
import { useNewerOutline } from './outline/use-outline.js';
import styles from './trace.module.css';

interface TraceNoticesProps {
  readonly outline: Outline;
}

/**
 * Notices about spans that the page does not show: spans that are not loaded yet, new spans, and spans beyond the
 * limit.
 */
export function TraceNotices({ outline }: TraceNoticesProps): ReactElement {
  const { count, stored, isPartial } = outline;
  return (
    <div role="status">
      {isPartial && (
        <p className={styles['notice']}>
          {count < stored
            ? `${writeCount(count)} of ${writeCount(stored)} spans are shown; the others are being read.`
            : 'The totals of the trace are being read.'}
        </p>
      )}
      {!isPartial && count < stored && <Omitted outline={outline} />}
      <NewSpans outline={outline} />
      <FromFile outline={outline} />
    </div>
  );
}

function Omitted({ outline: { traceId, count, stored } }: TraceNoticesProps): ReactElement {
  const search = { q: `trace:${traceId}`, w: 'all' };
  return (
    <p className={styles['notice']}>
      This trace is too large for the page: it shows the first {writeCount(count)} spans in the
      order of the tree and leaves out {writeCount(stored - count)}.{' '}
      <Link to="/spans" search={search as never}>
        Find spans of the whole trace in the explorer
      </Link>
    </p>
  );
}

/** Reports that a young trace has changed. The visible rows stay the same until the user requests the new version. */
function NewSpans({ outline }: TraceNoticesProps): ReactElement | null {
  const { newer, show } = useNewerOutline(outline);

  usePageKeys(
    'Trace',
    newer === undefined
      ? []
      : [{ key: 'r', meaning: 'Show the new spans of the trace', act: show }],
  );
  if (newer === undefined) {
    return null;
  }
  const more = newer.stored - outline.stored;
  const words = `${writeCount(more)} new ${more === 1 ? 'span' : 'spans'}`;
  return (
    <p className={styles['notice']}>
      {more > 0 ? words : 'The trace has changed'}{' '}
      <Button isPlain onClick={show}>
        Show <kbd>r</kbd>
      </Button>
    </p>
  );
}

/** Notice that the trace comes from a file, with links to the file's other traces. */
function FromFile({ outline }: { readonly outline: Outline }): ReactElement | null {
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
