import type { ReactElement } from 'react';
import { colourOfService } from '../../parts/theme/service-colour.js';
import {
  MarkedText,
  writeCost,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../../parts/values/write-value.js';
import { failureMarks } from '../outline/complete-outline.js';
import { type Outline, STATUS_ERROR } from '../outline/outline.js';
import type { TraceModel } from '../use-trace-model.js';
import styles from './rows.module.css';

interface SpanLabelProps {
  readonly model: TraceModel;
  readonly at: number;
  readonly isMatch: boolean;
}

/** Label for a span: its name, type and numbers. */
export function SpanLabel({ model, at, isMatch }: SpanLabelProps): ReactElement {
  const { outline } = model;
  const { texts, name, service, tokensAll, costsAll, duration } = outline;
  const text = texts[name[at] ?? -1] ?? '';
  const isFailed = outline.status[at] === STATUS_ERROR;
  const nameStyle = ['cut', isFailed && 'bad', isMatch && styles['match']].filter(Boolean);
  const tokens = tokensAll[at] ?? 0;
  const cost = costsAll[at] ?? 0;
  const ns = duration[at] ?? 0;
  return (
    <>
      <span className="swatch" style={{ background: colourOfService(texts[service[at] ?? -1]) }} />
      <b className={nameStyle.join(' ')} title={text}>
        <MarkedText text={text} />
      </b>
      <span className={`wide ${styles['type']}`}>
        <MarkedText
          text={[typeOf(outline, at), serviceOf(outline, at)].filter(Boolean).join(' · ')}
        />
      </span>
      {isFailed && <FailureMark mark={outline.marks[at]} />}
      <TreeMark model={model} at={at} />
      <span className={`wide push ${styles['tokens']}`} title={`${tokens} tokens`}>
        {tokens > 0 && writeCount(tokens)}
      </span>
      <span className={`wide ${styles['cost']}`} title={`${cost} USD`}>
        {cost > 0 && writeCost(cost)}
      </span>
      <span className={styles['duration']} title={writeExactDuration(ns)}>
        {writeDuration(ns)}
      </span>
    </>
  );
}

/** Mark that explains a span's unusual position in the tree. */
function TreeMark({ model, at }: Omit<SpanLabelProps, 'isMatch'>): ReactElement | null {
  const { roots, outline } = model;
  const root = roots.get(at);
  if (root !== undefined) {
    return (
      <span className={styles['mark']} title="The trace has several spans without a parent">
        root {writeCount(root)} of {writeCount(roots.size)}
      </span>
    );
  }
  return outline.cycles.has(at) ? <span className={styles['mark']}>cycle of parents</span> : null;
}

/** Marks and explanations for the origin of the first failure, and for the spans to which it propagated. */
const failureWords: Readonly<Record<number, readonly [word: string, title?: string]>> = {
  [failureMarks.origin]: ['origin', 'The first span that failed by itself'],
  [failureMarks.propagated]: ['propagated', 'A span below it failed first'],
};

function FailureMark({ mark }: { readonly mark: number | undefined }): ReactElement {
  const [word, title] = failureWords[mark ?? failureMarks.none] ?? ['failed'];
  const isOrigin = mark === failureMarks.origin;
  return (
    <span className={`${styles['mark']} ${isOrigin ? 'bad' : ''}`} title={title}>
      ✕ <span>{word}</span>
    </span>
  );
}

/** Returns the type of a span, or `''` if it has none. The API reports a missing type as the string `undefined`. */
function typeOf({ texts, type }: Outline, at: number): string {
  const text = texts[type[at] ?? -1] ?? '';
  return text === 'undefined' ? '' : text;
}

/** Returns the service of a span, or `''` if it is also the service of the parent. */
function serviceOf({ texts, service, parent }: Outline, at: number): string {
  const isNew = service[at] !== service[parent[at] ?? -1];
  return isNew ? (texts[service[at] ?? -1] ?? '') : '';
}
