import { useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { createStore } from '../store.js';

/** Whether the charts of a page are shown as tables. */
export const chartTables = createStore(false);

/** Lets `t` show the charts of a page as tables, and as charts again. */
export function useTableKey(): void {
  const keys = useMemo<KeyGroup>(() => {
    const toggle = () => chartTables.set(!chartTables.get());
    return {
      title: 'Charts',
      keys: [{ key: 't', meaning: 'Show the charts as tables, or back', act: toggle }],
    };
  }, []);
  usePageKeys(keys);
}
