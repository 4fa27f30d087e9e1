import { usePageKeys } from '../keys/page-keys.js';
import { createStore } from '../store.js';

/** True while the charts of a page are shown as tables. */
export const chartTables = createStore(false);

/** Binds `t` to switch the charts of a page between pictures and tables. */
export function useTableKey(): void {
  const toggle = () => chartTables.set(!chartTables.get());
  usePageKeys({
    title: 'Charts',
    keys: [{ key: 't', meaning: 'Show the charts as tables, or back', act: toggle }],
  });
}
