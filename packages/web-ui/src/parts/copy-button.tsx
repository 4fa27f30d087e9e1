import { type ReactElement, useState } from 'react';

const SHOWN_MS = 1500;

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  /** The text of the button. People who hear the page hear it before `what`. */
  readonly label?: string;
}

/** Copies a text; `what` names it for people who hear the page. */
export function CopyButton({ text, what, label = 'Copy' }: CopyButtonProps): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button
      type="button"
      className="button plain"
      aria-label={isCopied ? 'Copied' : `${label} ${what}`}
      onClick={() => void copy()}
    >
      {isCopied ? 'Copied' : label}
    </button>
  );
}
