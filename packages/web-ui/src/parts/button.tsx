import { type ComponentProps, useState } from 'react';
import { copyText } from './values/copy-text.js';

interface ButtonProps extends ComponentProps<'button'> {
  /** True for a button without a frame. */
  readonly isPlain?: boolean;
}

/** Styled button. It submits a form only if its type is `submit`. */
export function Button({ isPlain = false, className = '', ...props }: ButtonProps) {
  const look = `button ${isPlain ? 'plain ' : ''}${className}`;
  return <button type="button" {...props} className={look} />;
}

/** Button without a frame. */
export function PlainButton(props: ComponentProps<'button'>) {
  return <Button isPlain {...props} />;
}

const SHOWN_MS = 1500;

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  /** Visible text of the button. Screen readers read it together with `what`. */
  readonly label?: string;
}

/** Button that copies a string. `what` describes the string for screen readers. */
export function CopyButton({ text, what, label = 'Copy' }: CopyButtonProps) {
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
