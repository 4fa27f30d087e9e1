import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ActorPage } from './actor-page.js';

/** One conversation across its traces, oldest first unless the address says otherwise. */
export function SessionPage(): ReactElement {
  const { sessionId = '' } = useParams({ strict: false });
  return <ActorPage actor="session" id={sessionId} firstOrder="ascending" />;
}
