import { Fragment, type ReactElement, type ReactNode } from 'react';
import styles from './marked-text.module.css';

/** Control and direction characters, which would change how the text around them looks. Joiners stay: emoji need them. */
const invisible = /((?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029])/u;

/** A text of strangers: control and direction characters appear as marks. */
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

/** Returns the text of the mark of a character: `U+202E`. */
export function nameOfInvisible(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
