import type { ReactElement, ReactNode } from 'react';
import type { ShownSpan } from '../api/shown-span.js';
import { writeCount } from '../parts/values/format-number.js';
import { AnnotationsPanel } from './annotations/annotations-panel.js';
import { useAnnotationsOf } from './annotations/use-annotations.js';
import { AttributesTab, countAttributes } from './attributes-tab.js';
import { EventsTab } from './events-tab.js';
import { LinksTab } from './links-tab.js';
import type { SpanTabProps } from './load-span.js';
import { MessagesTab } from './messages-tab.js';
import { OverviewTab } from './overview-tab.js';
import { RawTab } from './raw-tab.js';
import { ReferencesTab } from './references-tab.js';

interface SpanTab {
  readonly id: string;
  readonly name: string;
  readonly view: (props: SpanTabProps) => ReactNode;
  /** The number next to the name. */
  readonly count?: (props: SpanTabProps) => ReactNode;
}

/** Tabs of the span detail. */
export const spanTabs: readonly SpanTab[] = [
  { id: 'overview', name: 'Overview', view: OverviewTab },
  { id: 'messages', name: 'Messages', view: MessagesTab },
  {
    id: 'attributes',
    name: 'Attributes',
    view: AttributesTab,
    count: counted((span) => countAttributes(span)),
  },
  {
    id: 'events',
    name: 'Events',
    view: EventsTab,
    count: counted(({ events = [] }) => events.length),
  },
  {
    id: 'links',
    name: 'Links',
    view: LinksTab,
    count: counted(({ links = [] }) => links.length),
  },
  {
    id: 'references',
    name: 'References',
    view: ReferencesTab,
    count: counted(({ references = [] }) => references.length),
  },
  {
    id: 'annotations',
    name: 'Annotations',
    view: AnnotationsTab,
    count: AnnotationCount,
  },
  { id: 'raw', name: 'Raw', view: RawTab },
];

export const firstSpanTab = 'overview';

function counted(count: (span: ShownSpan) => number): (props: SpanTabProps) => ReactNode {
  return ({ loaded }) => writeCount(count(loaded.span));
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
      isListed={({ about }) =>
        about.some((one) => one.traceId === traceId && one.spanId === spanId)
      }
    />
  );
}
