import { type ReactElement, useMemo } from 'react';
import { MarkedText } from '../parts/values/write-value.js';
import styles from './pair.module.css';
import { textDifference } from './text-difference.js';

interface TextOfSideProps {
  readonly side: 'a' | 'b';
  /** The text of trace A; undefined if trace A has no text. */
  readonly a: string | undefined;
  readonly b: string | undefined;
}

/** The text of one trace. Pieces that the other text lacks are marked. */
export function TextOfSide({ side, a, b }: TextOfSideProps): ReactElement {
  const pieces = useMemo(
    () => (a === undefined || b === undefined ? undefined : textDifference(a, b)),
    [a, b],
  );
  const text = side === 'a' ? a : b;
  if (text === undefined) {
    return <span className="faint">not in {side.toUpperCase()}</span>;
  }
  if (pieces === undefined) {
    return (
      <span className={styles['text']}>
        <MarkedText text={text} />
      </span>
    );
  }
  const Marked = side === 'a' ? 'del' : 'ins';
  return (
    <span className={styles['text']}>
      {pieces
        .filter(({ kind }) => kind === 'same' || kind === `only-${side}`)
        .map(({ kind, text: piece }, at) =>
          kind === 'same' ? (
            <MarkedText key={at} text={piece} />
          ) : (
            <Marked key={at}>
              <MarkedText text={piece} />
            </Marked>
          ),
        )}
    </span>
  );
}
