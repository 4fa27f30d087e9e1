import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import { Waiting } from '../parts/answers/answer-states.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { TabPanel } from '../parts/tab-panel.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './trace.module.css';
import type { TraceViewProps } from './trace-view-props.js';
import { Waterfall } from './waterfall/waterfall.js';

interface TraceView {
  readonly id: string;
  readonly name: string;
  readonly view: ComponentType<TraceViewProps>;
}

const views: readonly TraceView[] = [
  { id: 'waterfall', name: 'Waterfall', view: Waterfall },
  {
    id: 'flame',
    name: 'Flame',
    view: lazyView(async () => (await import('./flame/flame-tab.js')).FlameTab),
  },
  {
    id: 'steps',
    name: 'Steps',
    view: lazyView(async () => (await import('./steps/steps-tab.js')).StepsTab),
  },
  {
    id: 'conversation',
    name: 'Conversation',
    view: lazyView(
      async () => (await import('../conversation/conversation-tab.js')).ConversationTab,
    ),
  },
  { id: 'log', name: 'Log', view: lazyView(async () => (await import('./log/log-tab.js')).LogTab) },
  {
    id: 'table',
    name: 'Table',
    view: lazyView(async () => (await import('./table/table-tab.js')).TableTab),
  },
];

function lazyView(load: () => Promise<ComponentType<TraceViewProps>>) {
  return lazy(async () => ({ default: await load() }));
}

/** Views of a trace as tabs. The address holds the current tab. */
export function TraceViews(props: TraceViewProps): ReactElement {
  const [{ tab }, change] = useSearchParameters();
  const chosen = views.find(({ id }) => id === tab)?.id ?? 'waterfall';
  const show = (id: string) => change({ tab: id === 'waterfall' ? undefined : id });
  usePageKeys({
    title: 'Views of the trace',
    keys: views.map(({ id, name }, at) => ({
      key: String(at + 1),
      meaning: name,
      act: () => show(id),
    })),
  });
  return (
    <Tabs
      className={styles['left'] ?? ''}
      selectedKey={chosen}
      onSelectionChange={(key) => change({ tab: key === 'waterfall' ? undefined : String(key) })}
    >
      <TabList aria-label="Views of the trace">
        {views.map(({ id, name }) => (
          <Tab key={id} id={id}>
            {name}
          </Tab>
        ))}
      </TabList>
      {views.map(({ id, view: View }) => (
        <TabPanel key={id} id={id} className={styles['view']}>
          <Suspense fallback={<Waiting />}>
            <View {...props} />
          </Suspense>
        </TabPanel>
      ))}
    </Tabs>
  );
}
