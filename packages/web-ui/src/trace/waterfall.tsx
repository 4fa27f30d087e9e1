import { type ReactElement, useMemo, useState } from 'react';
import { writeDuration } from '../parts/format-duration.js';
import { writeCount } from '../parts/format-number.js';
import { FindBox } from '../trace-find/find-box.js';
import { useFind } from '../trace-find/use-find.js';
import { useSearchParameters } from '../url/use-search.js';
import type { Zoom } from '../url/zoom-text.js';
import { readFolded, unfoldTo, writeFolded } from './folded-spans.js';
import { Minimap } from './minimap.js';
import { SpanRows } from './span-rows.js';
import styles from './trace.module.css';
import { modelOf, treeOf } from './trace-view-model.js';
import type { TraceViewProps } from './trace-view-props.js';
import { useZoom } from './use-zoom.js';
import { WaterfallTools } from './waterfall-tools.js';

const TICKS = 5;

/** The spans of a trace as a tree, with a bar for the time of each. */
export function Waterfall({ outline, selected, onSelect }: TraceViewProps): ReactElement {
  const [{ path, key, q = '', only, x }, change] = useSearchParameters();
  const model = useMemo(() => modelOf(outline, path !== undefined), [outline, path]);
  const found = useFind(outline, q);
  const onlyMatches = only !== undefined && q !== '' ? found.matches : undefined;
  const tree = useMemo(
    () => treeOf(outline, { isKeyOnly: key !== undefined, onlyMatches, selected }),
    [outline, key, onlyMatches, selected],
  );
  const [zoom, setZoom] = useZoom(outline, { selected, length: model.length });
  const [folded, setFolded] = useFolded(x, outline.spanIds, (text) => change({ x: text }));
  const matches = useMemo(() => new Set(found.matches), [found]);
  const reveal = (at: number) => {
    setFolded(unfoldTo(folded, at, outline.parent));
    onSelect(at);
  };
  const hidden = outline.count - tree.isShown.reduce((sum, is) => sum + is, 0);
  return (
    <section className={styles['waterfall']}>
      <div className={styles['tools']}>
        <FindBox found={found} selected={selected} onReveal={reveal} />
        <WaterfallTools outline={outline} selected={selected} onReveal={reveal} />
      </div>
      <Minimap outline={outline} zoom={zoom} onZoom={setZoom} />
      <Axis zoom={zoom} />
      <SpanRows
        model={model}
        tree={tree}
        zoom={zoom}
        matches={matches}
        selected={selected}
        folded={folded}
        onSelect={onSelect}
        onFolded={setFolded}
      />
      {hidden > 0 && (
        <Hidden count={hidden} onShow={() => change({ key: undefined, only: undefined })} />
      )}
    </section>
  );
}

/** Keeps the folded spans, and the address in step with them. */
function useFolded(
  text: string | undefined,
  spanIds: readonly string[],
  onChange: (text: string | undefined) => void,
): readonly [ReadonlySet<number>, (folded: ReadonlySet<number>) => void] {
  const [folded, setFolded] = useState(() => readFolded(text, spanIds));
  const change = (next: ReadonlySet<number>) => {
    setFolded(next);
    const written = writeFolded(next, spanIds);
    if (written !== text) {
      onChange(written);
    }
  };
  return [folded, change];
}

interface HiddenProps {
  readonly count: number;
  readonly onShow: () => void;
}

function Hidden({ count, onShow }: HiddenProps): ReactElement {
  return (
    <p className={styles['hidden']}>
      {writeCount(count)} {count === 1 ? 'span is' : 'spans are'} hidden{' '}
      <button type="button" className="button plain" onClick={onShow}>
        Show all
      </button>
    </p>
  );
}

function Axis({ zoom: { from, to } }: { readonly zoom: Zoom }): ReactElement {
  const ticks = Array.from({ length: TICKS }, (_, at) => from + ((to - from) * at) / TICKS);
  return (
    <div className={styles['axis']} aria-hidden="true">
      <span />
      <div>
        {ticks.map((ns, at) => (
          <span key={at} style={{ left: `${(100 * at) / TICKS}%` }}>
            {ns === 0 ? '0' : writeDuration(BigInt(Math.round(ns)))}
          </span>
        ))}
      </div>
    </div>
  );
}
