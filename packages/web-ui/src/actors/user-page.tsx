import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ActorPage } from './actor-page.js';

/** What one user asked, newest first unless the address says otherwise. */
export function UserPage(): ReactElement {
  const { userId = '' } = useParams({ strict: false });
  return <ActorPage actor="user" id={userId} firstOrder="descending" />;
}
