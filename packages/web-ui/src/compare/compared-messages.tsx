import type { ReactElement } from 'react';
import { writeCount } from '../parts/values/format-number.js';
import { MarkedText } from '../parts/values/marked-text.js';
import styles from './pair.module.css';
import type { MessagePair } from './span-differences.js';
import { TextOfSide } from './text-of-side.js';

/** Messages of two spans side by side. Equal messages are collapsed. */
export function ComparedMessages({
  pairs,
}: {
  readonly pairs: readonly MessagePair[];
}): ReactElement {
  if (pairs.length === 0) {
    return <p className="quiet">Neither span has messages, an input or an output.</p>;
  }
  return (
    <>
      <div className={styles['sides']} aria-hidden="true">
        <b>A</b>
        <b>B</b>
      </div>
      {pairs.map((pair, at) => (
        <Message key={at} pair={pair} />
      ))}
    </>
  );
}

function Message({ pair: { role, a, b } }: { readonly pair: MessagePair }): ReactElement {
  if (a === b) {
    return (
      <article aria-label={`${role}, the same in both`}>
        <details className={styles['same']}>
          <summary>
            <MarkedText text={role} />, the same in both, {writeCount(a?.length ?? 0)} characters
          </summary>
          <p className={styles['text']}>
            <MarkedText text={a ?? ''} />
          </p>
        </details>
      </article>
    );
  }
  return (
    <article
      aria-label={
        a === undefined ? `${role}, only in B` : b === undefined ? `${role}, only in A` : role
      }
    >
      <h3 className="faint">
        <MarkedText text={role} />
      </h3>
      <div className={styles['beside']}>
        <TextOfSide side="a" a={a} b={b} />
        <TextOfSide side="b" a={a} b={b} />
      </div>
    </article>
  );
}
