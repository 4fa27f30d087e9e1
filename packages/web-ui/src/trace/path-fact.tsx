import type { ReactElement } from 'react';
import { MarkedText } from '../parts/values/marked-text.js';
import { useSearchParameters } from '../url/use-search.js';
import type { Outline } from './outline/outline.js';
import { spanIdAt } from './outline/span-ids.js';
import { longestOf } from './path-of.js';
import styles from './trace.module.css';
import { useTraceTask } from './workers/use-trace-task.js';

const PERCENT = 100;

/** The span that has the most time on the critical path, with its share of the path, and the way to it. */
export function PathFact({ outline }: { readonly outline: Outline }): ReactElement | null {
  const path = useTraceTask('pathOf', outline.isPartial ? undefined : outline);
  const [, change] = useSearchParameters();
  if (path === undefined || outline.count < 2) {
    return null;
  }
  const { at, share } = longestOf(path.time);
  const name = outline.texts[outline.name[at] ?? -1] ?? '';
  return share === 0 ? null : (
    <div>
      <dt>On the critical path</dt>
      <dd className={styles['share']}>
        <button
          type="button"
          className={styles['fact']}
          title={`${name}: select the span that the end of the trace waited for longest`}
          onClick={() => change({ s: spanIdAt(outline, at) })}
        >
          <MarkedText text={name} />
        </button>
        <span>{Math.round(PERCENT * share)} %</span>
      </dd>
    </div>
  );
}
