import type { ReactNode } from 'react';

/** Matches addresses that are rendered as links. Other addresses are rendered as text. */
const openable = /^(https?|mailto):/i;

interface AddressProps {
  readonly address: string;
  readonly children: ReactNode;
}

/** A link that opens in a new tab. An address that does not match `openable` is rendered as text. */
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
