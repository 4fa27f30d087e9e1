import type { ReactNode } from 'react';

/** Matches addresses that open as links. Other addresses appear as text. */
const openable = /^(https?|mailto):/i;

interface AddressProps {
  readonly address: string;
  readonly children: ReactNode;
}

/** A link that opens in a new tab. A value that is not a web address appears as text. */
export function Address({ address, children }: AddressProps): ReactNode {
  if (!openable.test(address)) {
    return children;
  }
  return (
    <a href={address} title={address} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  );
}
