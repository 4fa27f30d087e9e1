import type { ReactElement } from 'react';
import { Page } from '../../frame/page.js';
import { StartContent } from './start-content.js';

/** How to get from nothing to the first trace. */
export function StartPage(): ReactElement {
  return (
    <Page title="Start">
      <StartContent />
    </Page>
  );
}
