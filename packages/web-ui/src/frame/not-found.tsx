import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Message } from '../parts/answers/message.js';
import { Page } from './page.js';

/** Says that an address has no page. */
export function NotFound(): ReactElement {
  return (
    <Page title="No such page">
      <Message title="There is no page at this address.">
        <Link to="/spans">Open the explorer</Link>
      </Message>
    </Page>
  );
}
