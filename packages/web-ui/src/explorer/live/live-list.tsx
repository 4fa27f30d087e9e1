import { type ReactElement, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { ShownSpan } from '../../api/shown-span.js';
import { Button } from '../../parts/button.js';
import type { ColumnEdits } from '../../parts/lists/grid-head.js';
import type { Column } from '../../parts/lists/row-grid.js';
import { writeCount, writeCounted } from '../../parts/values/write-value.js';
import { SpanList } from '../rows/span-list.js';
import { useFollowWhileVisible } from './follow-while-visible.js';
import styles from './live.module.css';
import type { LiveFigures, LiveSpans } from './live-spans.js';

interface LiveListProps {
  readonly live: LiveSpans;
  readonly columns: readonly Column<ShownSpan>[];
  readonly edits: ColumnEdits;
  readonly matching: readonly string[];
  readonly onSelected: (span: ShownSpan | undefined) => void;
}

/**
 * Shows matching spans as they arrive. While the list is scrolled or has a selected row, no new spans are added to it.
 */
export function LiveList(props: LiveListProps): ReactElement {
  const { live, columns, edits, matching, onSelected } = props;
  const figures = useSyncExternalStore(live.subscribe, () => live.figures);
  const [resumed, setResumed] = useState(0);
  const held = useRef({ isScrolled: false, isSelected: false });
  useFollowWhileVisible(live);
  const hold = useCallback(
    (change: Partial<(typeof held)['current']>) => {
      held.current = { ...held.current, ...change };
      live.pause(held.current.isScrolled || held.current.isSelected);
    },
    [live],
  );
  const select = useCallback(
    (span: ShownSpan | undefined) => {
      onSelected(span);
      hold({ isSelected: span !== undefined });
    },
    [hold, onSelected],
  );
  const start = () => live.start();
  const resume = () => {
    hold({ isScrolled: false, isSelected: false });
    setResumed(resumed + 1);
  };
  return (
    <div
      className="headed"
      onScrollCapture={({ target }) => hold({ isScrolled: (target as Element).scrollTop > 0 })}
    >
      <LiveBar figures={figures} onResume={resume} onStart={start} />
      {live.state.known === 0 && figures.interruption === undefined ? (
        <p className={styles['none']}>Waiting for a span that matches …</p>
      ) : (
        <SpanList
          key={resumed}
          pages={live}
          columns={columns}
          edits={edits}
          matching={matching}
          onReload={start}
          onSelected={select}
          empty={null}
        />
      )}
    </div>
  );
}

interface LiveBarProps {
  readonly figures: LiveFigures;
  readonly onResume: () => void;
  readonly onStart: () => void;
}

function LiveBar({ figures, onResume, onStart }: LiveBarProps): ReactElement {
  const { perSecond, matched, skipped, waiting, isPaused, interruption } = figures;
  return (
    <div className={styles['bar']}>
      <b>{isPaused ? 'Paused' : 'Live'}</b>
      <span className="quiet">{writeCounted(Math.round(perSecond), 'span')}/s</span>
      <span className="quiet">{writeCount(matched)} matched</span>
      {skipped > 0 && (
        <span className="quiet" title="More spans matched than the list takes in a second.">
          {writeCount(skipped)} skipped
        </span>
      )}
      {isPaused && (
        <Button onClick={onResume}>
          {waiting === 0 ? 'Go on' : `Show ${writeCount(waiting)} new`}
        </Button>
      )}
      {interruption !== undefined && (
        <span role="alert" className="bad">
          Interrupted: {interruption} <Button onClick={onStart}>Retry</Button>
        </span>
      )}
    </div>
  );
}
