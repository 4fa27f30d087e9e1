import { type ReactElement, useMemo } from 'react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import { Message } from '../parts/answers/message.js';
import { Problem } from '../parts/answers/problem.js';
import { Waiting } from '../parts/answers/waiting.js';
import { type KeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import { TabPanel } from '../parts/tab-panel.js';
import { ValueMenu } from '../parts/values/value-menu.js';
import { spanIdAt } from '../trace/outline/span-ids.js';
import type { TraceViewProps } from '../trace/trace-view-props.js';
import { useSearchParameters } from '../url/use-search.js';
import { annotatedSpan } from './annotations/annotations-panel.js';
import { type LoadedSpan, useSpan } from './load-span.js';
import styles from './span.module.css';
import { SpanHeader } from './span-header.js';
import { firstSpanTab, spanTabs } from './span-tabs.js';
import { SpanWay } from './span-way.js';
import { useSpanValueActions } from './use-span-value-actions.js';

/** Everything about the selected span of a trace. */
export function SpanDetail(props: TraceViewProps): ReactElement {
  const { outline, selected } = props;
  const { data, error, refetch } = useSpan(outline.traceId, spanIdAt(outline, selected));
  const actions = useSpanValueActions();
  return (
    <section className={styles['pane']} aria-label="Span">
      <ValueMenu actions={actions} />
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting />}
      {data === null && <Message title="This span is no longer stored." />}
      {data != null && (
        <>
          <SpanHeader span={data.span}>
            <SpanWay {...props} />
          </SpanHeader>
          <SpanTabs loaded={data} />
        </>
      )}
    </section>
  );
}

function SpanTabs({ loaded }: { readonly loaded: LoadedSpan }): ReactElement {
  const [{ part }, change] = useSearchParameters();
  const { span_id: spanId } = loaded.span;
  const chosen = spanTabs.find(({ id }) => id === part)?.id ?? firstSpanTab;
  const keys = useMemo<KeyGroup>(() => {
    const annotate = () => {
      annotatedSpan.set(spanId);
      change({ part: 'annotations' });
    };
    return {
      title: 'Span',
      keys: [
        { key: 'a', meaning: 'Annotate the span', act: annotate },
        { key: 'v', meaning: 'Raw JSON of the span', act: () => change({ part: 'raw' }) },
      ],
    };
  }, [spanId, change]);
  usePageKeys(keys);
  return (
    <Tabs
      className={styles['tabs'] ?? ''}
      selectedKey={chosen}
      onSelectionChange={(key) =>
        change({ part: key === firstSpanTab ? undefined : String(key), form: undefined })
      }
    >
      <TabList aria-label="Parts of the span">
        {spanTabs.map(({ id, name, count: Count }) => (
          <Tab key={id} id={id}>
            {name}
            {Count !== undefined && (
              <span className="faint">
                {' '}
                <Count loaded={loaded} />
              </span>
            )}
          </Tab>
        ))}
      </TabList>
      {spanTabs.map(({ id, view: View }) => (
        <TabPanel key={id} id={id} className={styles['panel']}>
          <View key={spanId} loaded={loaded} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
