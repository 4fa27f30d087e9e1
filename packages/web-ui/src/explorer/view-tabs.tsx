import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { type Search, useSearchParameters } from '../url/use-search.js';

interface View {
  readonly name: string;
  readonly path: '/spans' | '/traces';
  /** Value of the URL parameter `v`; undefined for the list. */
  readonly view?: 'heat' | 'compare';
  readonly key: string;
  readonly meaning: string;
}

const views: readonly View[] = [
  { name: 'Spans', path: '/spans', key: '1', meaning: 'Spans' },
  { name: 'Traces', path: '/traces', key: '2', meaning: 'Traces' },
  { name: 'Heat', path: '/spans', view: 'heat', key: 'h', meaning: 'Duration by time' },
  {
    name: 'Compare',
    path: '/spans',
    view: 'compare',
    key: '3',
    meaning: 'How failed, slow or other spans differ from the rest',
  },
];

/** Tabs that switch between views of the matching rows. All views share the filter and the window. */
export function ViewTabs({ listed }: { readonly listed: 'spans' | 'traces' }): ReactElement {
  const [{ v }] = useSearchParameters();
  const path = `/${listed}`;
  const shown = views.some((view) => view.path === path && view.view === v) ? v : undefined;
  const navigate = useNavigate();
  usePageKeys(
    'Explorer',
    views.map(({ key, meaning, path, view }) => ({
      key,
      meaning,
      act: () => void navigate({ to: path, search: searchOf(view) as never }),
    })),
  );
  return (
    <nav className="pages" aria-label="What is listed">
      {views.map(({ name, path: to, view }) => (
        <Link
          key={name}
          to={to}
          search={searchOf(view) as never}
          activeOptions={onlyHere}
          aria-current={to === path && view === shown ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/**
 * Link options for view tabs. Search parameters must match exactly, because views share a path and differ only in their
 * parameters.
 */
const onlyHere = { exact: true };

/** Returns the URL parameters for a link to a view: the filter, the window and the view. */
function searchOf(v: View['view']) {
  return ({ q, w }: Search) => ({ q, w, v });
}
