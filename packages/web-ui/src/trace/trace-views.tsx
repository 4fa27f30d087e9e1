import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { AddressTabs } from '../parts/address-tabs.js';
import { Waiting } from '../parts/answers/answer-states.js';
import styles from './trace.module.css';
import type { TraceViewProps } from './trace-view-props.js';
import { Waterfall } from './waterfall/waterfall.js';

/** Views of a trace, keyed by name. The address contains the name in lower case. */
const views: Readonly<Record<string, ComponentType<TraceViewProps>>> = {
  Waterfall,
  Flame: lazyView(async () => (await import('./flame/flame-tab.js')).FlameTab),
  Steps: lazyView(async () => (await import('./steps/steps-tab.js')).StepsTab),
  Conversation: lazyView(
    async () => (await import('../conversation/conversation-tab.js')).ConversationTab,
  ),
  Log: lazyView(async () => (await import('./log/log-tab.js')).LogTab),
  Table: lazyView(async () => (await import('./table/table-tab.js')).TableTab),
};

function lazyView(load: () => Promise<ComponentType<TraceViewProps>>) {
  return lazy(async () => ({ default: await load() }));
}

/** Shows the views of a trace as tabs. */
export function TraceViews(props: TraceViewProps): ReactElement {
  const tabs = Object.entries(views).map(([name, View]) => ({
    id: name.toLowerCase(),
    name,
    content: (
      <Suspense fallback={<Waiting />}>
        <View {...props} />
      </Suspense>
    ),
  }));
  return (
    <AddressTabs
      label="Views of the trace"
      parameter="tab"
      tabs={tabs}
      hasKeys
      className={styles['left']}
      panelClassName={styles['view']}
    />
  );
}
