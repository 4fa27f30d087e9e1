import type { ReactElement, ReactNode } from 'react';
import { type ShownSpan, serviceOf } from '../api/shown-span.js';
import { AddressTabs } from '../parts/address-tabs.js';
import { Message, Problem, Waiting } from '../parts/answers/answer-states.js';
import { Button, CopyButton } from '../parts/button.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { colourOfService } from '../parts/theme/service-colour.js';
import { ValueMenu } from '../parts/values/value-menu.js';
import {
  MarkedText,
  writeCount,
  writeDuration,
  writeExactDuration,
} from '../parts/values/write-value.js';
import { spanIdAt } from '../trace/outline/outline.js';
import type { TraceViewProps } from '../trace/trace-view-props.js';
import { useSearchParameters } from '../url/use-search.js';
import { AnnotationsPanel, annotatedSpan } from './annotations/annotations-panel.js';
import { isAbout, useAnnotationsOf } from './annotations/use-annotations.js';
import { AttributesTab, countAttributes } from './attributes-tab.js';
import { EventsTab, LinksTab, ReferencesTab } from './events-tab.js';
import {
  type LoadedSpan,
  type SpanTabProps,
  spanCurl,
  spanDuration,
  useSpan,
} from './load-span.js';
import { MessagesTab, OverviewTab } from './overview-tab.js';
import { RawTab } from './raw-tab.js';
import styles from './span.module.css';
import { useSpanValueActions } from './use-span-value-actions.js';

/** Shows the selected span in detail. */
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
            <SpanNavigation {...props} />
          </SpanHeader>
          <SpanTabs loaded={data} />
        </>
      )}
    </section>
  );
}

function SpanTabs({ loaded }: { readonly loaded: LoadedSpan }): ReactElement {
  const [, change] = useSearchParameters();
  const { span_id: spanId } = loaded.span;
  const annotate = () => {
    annotatedSpan.set(spanId);
    change({ part: 'annotations' });
  };
  usePageKeys('Span', [
    { key: 'a', meaning: 'Annotate the span', act: annotate },
    { key: 'v', meaning: 'Raw JSON of the span', act: () => change({ part: 'raw' }) },
  ]);
  const tabs = spanTabs.map(({ name, view: View, count: Count }) => ({
    id: name.toLowerCase(),
    name: (
      <>
        {name}
        {Count !== undefined && (
          <span className="faint">
            {' '}
            <Count loaded={loaded} />
          </span>
        )}
      </>
    ),
    content: <View key={spanId} loaded={loaded} />,
  }));
  return (
    <AddressTabs
      label="Parts of the span"
      parameter="part"
      contentParameter="form"
      tabs={tabs}
      className={styles['tabs']}
      panelClassName={styles['panel']}
    />
  );
}

interface SpanHeaderProps {
  readonly span: ShownSpan;
  /** Buttons that select other spans. */
  readonly children: ReactNode;
}

/** Name, type, service and duration of the span, with buttons that copy its id and a curl command. */
function SpanHeader({ span, children }: SpanHeaderProps): ReactElement {
  const service = serviceOf(span);
  const duration = spanDuration(span);
  const kind = [span.span_type === 'unknown' ? undefined : span.span_type, service];
  const kinds = kind.filter((text) => text !== undefined).join(' · ');
  return (
    <header className={styles['who']}>
      <span className={styles['swatch']} style={{ background: colourOfService(service) }} />
      <h2 className={span.status_code === 'STATUS_CODE_ERROR' ? 'bad' : ''} title={span.span_name}>
        <MarkedText text={span.span_name} />
      </h2>
      <span className="quiet cut" title={kinds}>
        <MarkedText text={kinds} />
      </span>
      <span className="quiet cut push" title={writeExactDuration(duration)}>
        {writeDuration(duration)}
      </span>
      <div className={styles['actions']}>
        <CopyButton text={span.span_id} what="of the span" label="Copy id" />
        <CopyButton text={spanCurl(span)} what="of the span" label="Copy curl" />
        {children}
      </div>
    </header>
  );
}

/** Buttons that select the span's parent, or the previous or next span in tree order. */
function SpanNavigation({ outline, selected, onSelect }: TraceViewProps): ReactElement {
  const neighbours = [
    { name: 'Parent', key: 'Shift-p', to: outline.parent[selected] ?? -1 },
    { name: 'Previous', key: 'Shift-k', to: selected - 1 },
    { name: 'Next', key: 'Shift-j', to: selected + 1 },
  ];
  const isPossible = (to: number) => to >= 0 && to < outline.count;
  usePageKeys(
    'Spans nearby',
    neighbours.map(({ name, key, to }) => ({
      key,
      meaning: `${name} span`,
      act: () => isPossible(to) && onSelect(to),
    })),
  );
  return (
    <>
      {neighbours.map(({ name, to }) => (
        <Button
          key={name}
          isPlain
          aria-label={`${name} span`}
          disabled={!isPossible(to)}
          onClick={() => onSelect(to)}
        >
          {name}
        </Button>
      ))}
    </>
  );
}

interface SpanTab {
  /** Name of the tab. The address contains the name in lower case. */
  readonly name: string;
  readonly view: (props: SpanTabProps) => ReactNode;
  /** Renders the number next to the tab's name. */
  readonly count?: ((props: SpanTabProps) => ReactNode) | undefined;
}

const spanTabs: readonly SpanTab[] = [
  { name: 'Overview', view: OverviewTab },
  { name: 'Messages', view: MessagesTab },
  {
    name: 'Attributes',
    view: AttributesTab,
    count: ({ loaded }) => writeCount(countAttributes(loaded.span)),
  },
  { name: 'Events', view: EventsTab, count: listed('events') },
  { name: 'Links', view: LinksTab, count: listed('links') },
  { name: 'References', view: ReferencesTab, count: listed('references') },
  { name: 'Annotations', view: AnnotationsTab, count: AnnotationCount },
  { name: 'Raw', view: RawTab },
];

function listed(member: 'events' | 'links' | 'references'): SpanTab['count'] {
  return ({ loaded: { span } }) => writeCount(span[member]?.length ?? 0);
}

function AnnotationCount({ loaded: { span } }: SpanTabProps): ReactNode {
  const annotations = useAnnotationsOf(span);
  return annotations === undefined ? null : writeCount(annotations.length);
}

function AnnotationsTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const { trace_id: traceId, span_id: spanId } = span;
  return (
    <AnnotationsPanel
      traceId={traceId}
      spanId={spanId}
      isListed={(annotation) => isAbout(annotation, traceId, spanId)}
    />
  );
}
