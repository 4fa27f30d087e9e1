import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import { writeCount } from '../parts/values/format-number.js';
import { FromFile } from './from-file.js';
import type { Outline } from './outline/outline.js';
import { useNewerOutline } from './outline/use-outline.js';
import styles from './trace.module.css';

interface TraceNoticesProps {
  readonly outline: Outline;
}

/** What the page does not show of a trace: spans that are still being read, new ones, and those beyond its limit. */
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

/** Says that a young trace has changed. The rows stay as they are until a person asks for the change. */
function NewSpans({ outline }: TraceNoticesProps): ReactElement | null {
  const { newer, show } = useNewerOutline(outline);
  const keys = useMemo<KeyGroup>(
    () => ({
      title: 'Trace',
      keys:
        newer === undefined
          ? []
          : [{ key: 'r', meaning: 'Show the new spans of the trace', act: show }],
    }),
    [newer, show],
  );
  usePageKeys(keys);
  if (newer === undefined) {
    return null;
  }
  const more = newer.stored - outline.stored;
  const words = `${writeCount(more)} new ${more === 1 ? 'span' : 'spans'}`;
  return (
    <p className={styles['notice']}>
      {more > 0 ? words : 'The trace has changed'}{' '}
      <button type="button" className="button plain" onClick={show}>
        Show <kbd>r</kbd>
      </button>
    </p>
  );
}
