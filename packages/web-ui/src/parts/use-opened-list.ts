import { useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { type OpenedList, openedList, openNeighbour } from './opened-list.js';
import { useStore } from './store.js';

const noKeys: KeyGroup['keys'] = [];
const neighbourKeys: KeyGroup['keys'] = [
  { key: '[', meaning: 'Previous result', act: () => openNeighbour(-1) },
  { key: ']', meaning: 'Next result', act: () => openNeighbour(1) },
];

/**
 * Returns the list that led to a page, if its row still is the one with an id, and lets `[` and `]` open the
 * neighbours. On every other page these keys would leave it for something that has nothing to do with it.
 */
export function useOpenedList(id: string): OpenedList | undefined {
  const list = useStore(openedList);
  const isHere = list?.keyAt(list.at)?.startsWith(id) === true;
  const keys = useMemo<KeyGroup>(
    () => ({ title: 'Results of the list', keys: isHere ? neighbourKeys : noKeys }),
    [isHere],
  );
  usePageKeys(keys);
  return isHere ? list : undefined;
}
