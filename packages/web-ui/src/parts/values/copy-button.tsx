import { type ReactElement, useState } from 'react';
import { Button } from '../button.js';
import { copyText } from './copy-text.js';

const SHOWN_MS = 1500;

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  /** Text of the button. Screen readers read it before `what`. */
  readonly label?: string;
}

/** Button that copies a text; `what` names the text for screen readers. */
export function CopyButton({ text, what, label = 'Copy' }: CopyButtonProps): ReactElement {
  const [said, say] = useState<string>();
  const copy = async () => {
    say((await copyText(text)) ? 'Copied' : 'Not copied');
    setTimeout(() => say(undefined), SHOWN_MS);
  };
  return (
    <Button isPlain aria-label={said ?? `${label} ${what}`} onClick={() => void copy()}>
      {said ?? label}
    </Button>
  );
}
