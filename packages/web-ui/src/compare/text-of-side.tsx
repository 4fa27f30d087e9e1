import { Fragment, type ReactElement, type ReactNode, useMemo } from 'react';
import { MarkedText } from '../parts/values/write-value.js';
import styles from './pair.module.css';
import { type TextPiece, textDifference } from './text-difference.js';

interface TextOfSideProps {
  readonly side: 'a' | 'b';
  /** The text in trace A; undefined if trace A lacks it. */
  readonly a: string | undefined;
  readonly b: string | undefined;
}

/** A text from one of the two traces. Pieces that the other trace's text does not contain are marked. */
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
  return (
    <span className={styles['text']}>
      <Pieces pieces={pieces.filter(({ kind }) => kind === 'same' || kind === `only-${side}`)} />
    </span>
  );
}

/** Renders the given pieces of two texts, and marks those that occur in only one text. */
export function Pieces({ pieces }: { readonly pieces: readonly TextPiece[] }): ReactNode {
  return pieces.map(({ kind, text }, at) => {
    const Mark = kind === 'same' ? Fragment : kind === 'only-a' ? 'del' : 'ins';
    return (
      <Mark key={at}>
        <MarkedText text={text} />
      </Mark>
    );
  });
}
