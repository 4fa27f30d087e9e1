import { Fragment, type ReactElement, type ReactNode } from 'react';
import { invisible, nameOfInvisible } from './mark-invisible.js';
import styles from './marked-text.module.css';

/** Untrusted text. Control and direction characters appear as marks. */
export function MarkedText({ text }: { readonly text: string }): ReactNode {
  if (!invisible.test(text)) {
    return text;
  }
  return text
    .split(invisible)
    .map((part, at) => (
      <Fragment key={at}>{at % 2 === 1 ? <Invisible character={part} /> : part}</Fragment>
    ));
}

function Invisible({ character }: { readonly character: string }): ReactElement {
  return <span className={styles['mark']}>{nameOfInvisible(character.codePointAt(0) ?? 0)}</span>;
}
