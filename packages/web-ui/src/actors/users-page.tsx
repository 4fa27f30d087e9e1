import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import { useSearchParameters } from '../url/use-search.js';
import { ActorsPage } from './actors-page.js';

/** The users of the window. */
export function UsersPage(): ReactElement {
  const navigate = useNavigate();
  const [{ q, w }] = useSearchParameters();
  const open = useCallback(
    (userId: string) =>
      void navigate({ to: '/users/$userId', params: { userId }, search: { q, w } as never }),
    [navigate, q, w],
  );
  return (
    <ActorsPage
      actor="user"
      onOpen={open}
      hint="A span names its user in ag.user.id, user.id or enduser.id."
    />
  );
}
