import type { ReactElement } from 'react';
import { colourOfService } from '../../parts/theme/service-colour.js';
import { writeDuration, writeExactDuration } from '../../parts/values/format-duration.js';
import { writeCount } from '../../parts/values/format-number.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import type { Zoom } from '../../url/zoom-text.js';
import type { RowTree } from '../outline/tree-shape.js';
import type { TraceModel } from '../use-trace-model.js';
import styles from './rows.module.css';
import { stretch } from './span-lane.js';

interface GroupProps {
  readonly model: TraceModel;
  readonly tree: RowTree;
  readonly row: number;
}

/** Number of siblings with the same name, and their durations. */
export function RepeatsLabel({ model, tree, row }: GroupProps): ReactElement {
  const { texts, name, service } = model.outline;
  const at = tree.span[row] ?? 0;
  const { spans, sum, p50, p95 } = tree.repeats.get(row) ?? { spans: [], sum: 0, p50: 0, p95: 0 };
  return (
    <>
      <span
        className={styles['swatch']}
        style={{ background: colourOfService(texts[service[at] ?? -1]) }}
      />
      <b className="cut">
        <MarkedText text={texts[name[at] ?? -1] ?? ''} />
      </b>
      <span className={styles['times']}>× {writeCount(spans.length)}</span>
      <span className={styles['percentiles']} title="Percentiles of their durations">
        p50 {writeNs(p50)} · p95 {writeNs(p95)}
      </span>
      <span
        className={styles['duration']}
        title={`${writeExactDuration(BigInt(Math.round(sum)))} together`}
      >
        Σ {writeNs(sum)}
      </span>
    </>
  );
}

/** Id of a parent that is not stored. */
export function MissingLabel({ parentId }: { readonly parentId: string }): ReactElement {
  return (
    <>
      <span className={styles['absent']} aria-hidden="true" />
      <i className="quiet">parent not stored</i>
      <span className="mono faint cut">
        <MarkedText text={parentId} />
      </span>
    </>
  );
}

/** Bar from the first start to the last end of the spans below a row. */
export function GroupLane({
  model,
  tree,
  row,
  zoom,
}: GroupProps & { readonly zoom: Zoom }): ReactElement {
  const { outline, spans } = model;
  const first = tree.span[row] ?? 0;
  const last = tree.span[(tree.shape.end[row] ?? row + 1) - 1] ?? first;
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (let at = first; at <= last; at++) {
    const start = spans.start[at] ?? 0;
    from = Math.min(from, start);
    to = Math.max(to, start + (spans.duration[at] ?? 0));
  }
  const colour = { ['--c' as never]: colourOfService(outline.texts[outline.service[first] ?? -1]) };
  return (
    <span className={styles['lane']} role="gridcell" style={colour}>
      <i className={styles['group']} style={stretch(zoom, from, to - from)} />
    </span>
  );
}

function writeNs(ns: number): string {
  return writeDuration(BigInt(Math.round(ns)));
}
