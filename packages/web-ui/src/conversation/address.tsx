import type { ReactNode } from 'react';

/** Addresses that a click may open. Others appear as text. */
const openable = /^(https?|mailto):/i;

interface AddressProps {
  readonly address: string;
  readonly children: ReactNode;
}

/** An address that a person may open in another tab; what is no web address appears as text. */
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
