import { useEffect, useState } from 'react';
import { MarkedText } from '../values/write-value.js';
import styles from './code-text.module.css';
import type { CodePiece } from './colour-code.js';

/** Maximum number of characters of code that is highlighted. Parsing more code would block the page. */
const MAX_COLOURED = 100_000;

interface CodeTextProps {
  readonly text: string;
  /** Name of the language, as written after the fence of a Markdown code block. */
  readonly language: string;
}

/** Code with syntax highlighting. The code is shown immediately; the colours appear when the grammar is loaded. */
export function CodeText({ text, language }: CodeTextProps) {
  const pieces = usePieces(text, language);
  return (
    <code>
      {pieces === undefined ? (
        <MarkedText text={text} />
      ) : (
        pieces.map(({ text: piece, kind }, at) =>
          kind === '' ? (
            <MarkedText key={at} text={piece} />
          ) : (
            <span key={at} className={styles[kind]}>
              <MarkedText text={piece} />
            </span>
          ),
        )
      )}
    </code>
  );
}

function usePieces(text: string, language: string): readonly CodePiece[] | undefined {
  const [coloured, setColoured] = useState<{
    readonly text: string;
    readonly pieces: readonly CodePiece[] | undefined;
  }>();
  useEffect(() => {
    let isShown = true;
    if (language !== '' && text.length <= MAX_COLOURED) {
      void import('./colour-code.js')
        .then(({ colourCode }) => colourCode(text, language))
        .then((pieces) => isShown && setColoured({ text, pieces }));
    }
    return () => {
      isShown = false;
    };
  }, [text, language]);
  return coloured?.text === text ? coloured.pieces : undefined;
}
