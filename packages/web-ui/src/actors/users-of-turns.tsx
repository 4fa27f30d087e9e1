import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { CursorPages } from '../api/cursor-pages.js';
import type { TraceSummary } from '../api/trace-summary.js';
import { usePagesState } from '../parts/lists/row-grid.js';
import { ActorId } from './actor-id.js';

/** Leads to the users of the turns that are shown, each once. */
export function UsersOfTurns({
  pages,
}: {
  readonly pages: CursorPages<TraceSummary>;
}): ReactElement {
  const { known } = usePagesState(pages);
  const users = Array.from({ length: known }, (_, at) => pages.row(at)?.user_id ?? []).flat();
  return (
    <>
      {[...new Set(users)].map((userId) => (
        <Link key={userId} to="/users/$userId" params={{ userId }} title="The user of these turns">
          <ActorId id={userId} />
        </Link>
      ))}
    </>
  );
}
