import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../../parts/keys/page-keys.js';
import type { Search } from '../../url/search-text.js';
import type { CallMap } from './call-map.js';
import { type MapStep, nextCall, stepFrom } from './shown-graph.js';
import type { MapSelection } from './use-map-selection.js';

interface MapKeys {
  readonly map: CallMap;
  readonly selection: MapSelection;
  /** The explorer parameters for the spans of the selection. */
  readonly search: Search | undefined;
  readonly toggle: () => void;
}

/** Binds the keys of the map, which follow calls and open the selection. */
export function useMapKeys({ map, selection, search, toggle }: MapKeys): void {
  const navigate = useNavigate();
  const keys = useMemo<KeyGroup>(() => {
    const { node, edge, selectNode, selectEdge } = selection;
    const step = (kind: MapStep) => selectNode(stepFrom(map, node?.id, kind));
    const toCall = (by: 1 | -1) => {
      const next = nextCall(map, { node: node?.id, edge }, by);
      return next !== undefined && selectEdge(next);
    };
    const open = () => search && navigate({ to: '/spans', search: search as never });
    const clear = () => selectNode(edge === undefined ? undefined : node?.id);
    return {
      title: 'Service map',
      keys: [
        { key: 'ArrowRight', meaning: 'Go to what it calls most', act: () => step('callee') },
        { key: 'ArrowLeft', meaning: 'Go to what calls it most', act: () => step('caller') },
        { key: 'ArrowDown', meaning: 'Next node', act: () => step('next') },
        { key: 'ArrowUp', meaning: 'Previous node', act: () => step('previous') },
        { key: 'Shift-ArrowRight', meaning: 'Next call of the node', act: () => toCall(1) },
        { key: 'Shift-ArrowLeft', meaning: 'Previous call of the node', act: () => toCall(-1) },
        { key: 'Enter', meaning: 'Show the spans of the node or call', act: () => void open() },
        { key: 'Escape', meaning: 'Clear the selection', act: clear },
        { key: 't', meaning: 'Show the map as a table, or back', act: toggle },
      ],
    };
  }, [map, selection, search, toggle, navigate]);
  usePageKeys(keys);
}
