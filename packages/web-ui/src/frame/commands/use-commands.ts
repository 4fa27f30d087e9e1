import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { loadSavedQueries } from '../../filter-bar/load-saved-queries.js';
import { boardOf, linkOfQuery } from '../../filter-bar/saved-query.js';
import { pageKeys } from '../../parts/keys/page-keys.js';
import { useStore } from '../../parts/store.js';
import { railPages, settingsPage } from '../rail.js';
import { type Command, readTraceId } from './find-commands.js';

const MAX_SAVED = 200;
/** Keys that only move through the shown content. */
const moves = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Ctrl-k']);

interface Commands {
  /** Commands derived from the text itself, such as opening a trace by its id. */
  readonly fixed: readonly Command[];
  readonly all: readonly Command[];
}

/** Returns the commands of the page: its keys, the pages, the saved queries, and those derived from the text. */
export function useCommands(text: string): Commands {
  const navigate = useNavigate();
  const groups = useStore(pageKeys);
  const { data: saved = [] } = useQuery({
    queryKey: ['saved queries', MAX_SAVED],
    queryFn: ({ signal }) => loadSavedQueries(MAX_SAVED, signal),
  });
  const all = useMemo<readonly Command[]>(() => {
    const pages = [...railPages, settingsPage].map(({ to, word, letter }) => ({
      id: to,
      name: word,
      kind: 'Page',
      key: `g ${letter}`,
      act: () => void navigate({ to }),
    }));
    const queries = saved.map((query) => ({
      id: query.id,
      name: query.name ?? query.slug,
      kind: boardOf(query) === undefined ? 'Saved query' : 'Board',
      act: () => void navigate(linkOfQuery(query)),
    }));
    const actions = groups
      .filter(({ needsPlace }) => needsPlace !== true)
      .flatMap(({ title, keys }) =>
        keys.flatMap(({ key, meaning, act }) =>
          act === undefined || moves.has(key) || key.startsWith('g ')
            ? []
            : [{ id: `${title} ${key}`, name: meaning, kind: title, key, act }],
        ),
      );
    return [...actions, ...pages, ...queries];
  }, [groups, saved, navigate]);
  const fixed = useMemo(() => {
    const traceId = readTraceId(text);
    const openTrace = () => void navigate({ to: '/traces/$traceId', params: { traceId } as never });
    return traceId === undefined
      ? []
      : [{ id: traceId, name: `Open trace ${traceId}`, kind: 'Trace', act: openTrace }];
  }, [text, navigate]);
  return { fixed, all };
}
