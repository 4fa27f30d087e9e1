import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { useSearchParameters } from '../url/use-search.js';
import { ActorsPage } from './actors-page.js';

/** The sessions of the window. */
export function SessionsPage(): ReactElement {
  const navigate = useNavigate();
  const [{ q, w }] = useSearchParameters();
  const open = useCallback(
    (sessionId: string) =>
      void navigate({
        to: '/sessions/$sessionId',
        params: { sessionId },
        search: { q, w } as never,
      }),
    [navigate, q, w],
  );
  return (
    <ActorsPage
      actor="session"
      onOpen={open}
      hint="A span names its session in ag.session.id, session.id or gen_ai.conversation.id."
    />
  );
}
