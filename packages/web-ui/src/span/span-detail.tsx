import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { call } from '../api/call.js';
import type { ShownSpan } from '../api/shown-span.js';
import { serviceOf } from '../api/shown-span.js';
import { writeDuration } from '../parts/format-duration.js';
import { Message } from '../parts/message.js';
import { Problem } from '../parts/problem.js';
import { Waiting } from '../parts/waiting.js';
import { colourOfService } from '../theme/service-colour.js';
import { useSearchParameters } from '../url/use-search.js';
import { AttributesTab } from './attributes-tab.js';
import { durationOf } from './duration-of.js';
import { EventsTab } from './events-tab.js';
import { LinksTab } from './links-tab.js';
import { MessagesTab } from './messages-tab.js';
import { OverviewTab } from './overview-tab.js';
import { RawTab } from './raw-tab.js';
import styles from './span.module.css';

/** A span by id never changes, unless it is sent again. */
const KEPT_MS = 600_000;

interface SpanDetailProps {
  readonly traceId: string;
  readonly spanId: string;
}

/** Everything about one span. */
export function SpanDetail({ traceId, spanId }: SpanDetailProps): ReactElement {
  const { data, error, refetch } = useQuery({
    queryKey: ['span', traceId, spanId],
    queryFn: ({ signal }) =>
      call<{ readonly span?: ShownSpan }>(`/spans/${traceId}/${spanId}`, { signal }),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  });
  return (
    <section className={styles['pane']} aria-label="Span">
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && data.span === undefined && (
        <Message title="This span is not stored any more." />
      )}
      {data?.span !== undefined && <SpanTabs span={data.span} />}
    </section>
  );
}

function SpanTabs({ span }: { readonly span: ShownSpan }): ReactElement {
  const [{ part = 'overview' }, change] = useSearchParameters();
  const shown = tabs.filter(({ count }) => count?.(span) !== 0);
  const chosen = shown.some(({ id }) => id === part) ? part : 'overview';
  return (
    <>
      <SpanTitle span={span} />
      <Tabs
        className={styles['tabs'] ?? ''}
        selectedKey={chosen}
        onSelectionChange={(key) => change({ part: key === 'overview' ? undefined : String(key) })}
      >
        <TabList aria-label="Parts of the span">
          {shown.map(({ id, name, count }) => (
            <Tab key={id} id={id}>
              {name} {count !== undefined && <span className="faint">{count(span)}</span>}
            </Tab>
          ))}
        </TabList>
        {shown.map(({ id, view: View }) => (
          <TabPanel key={id} id={id} className={styles['panel'] ?? ''}>
            <View span={span} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}

function SpanTitle({ span }: { readonly span: ShownSpan }): ReactElement {
  const service = serviceOf(span);
  return (
    <header className={styles['who']}>
      <span className={styles['swatch']} style={{ background: colourOfService(service) }} />
      <h2 className={span.status_code === 'STATUS_CODE_ERROR' ? 'bad' : ''}>{span.span_name}</h2>
      <span className="quiet">
        {[span.span_type === 'undefined' ? undefined : span.span_type, service]
          .filter((text) => text !== undefined)
          .join(' · ')}
      </span>
      <span className={`quiet ${styles['length']}`}>{writeDuration(durationOf(span))}</span>
    </header>
  );
}

interface SpanTab {
  readonly id: string;
  readonly name: string;
  readonly view: (props: { readonly span: ShownSpan }) => ReactElement;
  /** The number beside the name; a tab with nothing in it is left out. */
  readonly count?: (span: ShownSpan) => number;
}

const tabs: readonly SpanTab[] = [
  { id: 'overview', name: 'Overview', view: OverviewTab },
  { id: 'messages', name: 'Messages', view: MessagesTab },
  { id: 'attributes', name: 'Attributes', view: AttributesTab },
  { id: 'events', name: 'Events', view: EventsTab, count: ({ events = [] }) => events.length },
  { id: 'links', name: 'Links', view: LinksTab, count: ({ links = [] }) => links.length },
  { id: 'raw', name: 'Raw', view: RawTab },
];
