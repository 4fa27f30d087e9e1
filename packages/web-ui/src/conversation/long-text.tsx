import { type ReactElement, useState } from 'react';
import { writeCount } from '../parts/format-number.js';
import { MarkedText } from '../parts/marked-text.js';
import styles from './conversation.module.css';
import { JsonText } from './json-text.js';
import { Markdown } from './markdown.js';

/** Longer texts begin with so many characters, until a person asks for all. */
const MAX_LENGTH = 100_000;
const SHOWN_LENGTH = 4000;
/** Longer texts are shown as they are, because reading them as Markdown would block the page. */
const MAX_MARKDOWN = 300_000;

/** A text of a message: as Markdown, as JSON where it is JSON, or as it was sent. */
export function LongText({ text, isAsSent }: LongTextProps): ReactElement {
  const [isWhole, setWhole] = useState(text.length <= MAX_LENGTH);
  const shown = isWhole ? text : text.slice(0, SHOWN_LENGTH);
  return (
    <>
      <TextForm text={shown} isAsSent={isAsSent} />
      {!isWhole && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          Show all {writeCount(text.length)} characters
        </button>
      )}
    </>
  );
}

interface LongTextProps {
  readonly text: string;
  /** Shows the text with its Markdown signs. */
  readonly isAsSent: boolean;
}

function TextForm({ text, isAsSent }: LongTextProps): ReactElement {
  if (isAsSent || text.length > MAX_MARKDOWN) {
    return (
      <p className={styles['plain']}>
        <MarkedText text={text} />
      </p>
    );
  }
  return /^\s*[[{]/.test(text) ? <JsonText text={text} /> : <Markdown text={text} />;
}
