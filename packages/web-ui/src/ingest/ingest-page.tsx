import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AdminPage } from '../admin/admin-page.js';
import { Problem, Waiting } from '../parts/answers/answer-states.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { clockOf, readTime } from '../parts/values/format-time.js';
import { writeBytes, writeCount, writeCounted, writeMs } from '../parts/values/write-value.js';
import styles from './ingest.module.css';
import { type IngestReading, readIngest } from './ingest-answer.js';
import { DependencyTable, DroppedTable, PartitionTable } from './ingest-tables.js';

const POLL_SECONDS = 5;
const MS_PER_SECOND = 1000;

/** Page that shows the state of intake, from the arrival of spans to their storage. */
export function IngestPage() {
  return (
    <AdminPage title="Ingest">
      <IngestHealth />
    </AdminPage>
  );
}

function IngestHealth() {
  const zone = useStore(settings.timeZone);
  // No polling happens in a hidden tab, because `refetchIntervalInBackground` is off by default.
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'ingest'],
    queryFn: ({ signal }) => readIngest(signal),
    refetchInterval: POLL_SECONDS * MS_PER_SECOND,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (data === undefined) {
    return error === null ? <Waiting /> : <Problem error={error} onRetry={() => void refetch()} />;
  }
  const { seconds } = clockOf(readTime(data.at), zone);
  return (
    <div className="sheet">
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <p className="quiet">
        {error === null ? 'State at' : 'The numbers below are those of'}{' '}
        <time className="mono" dateTime={data.at} title={data.at}>
          {seconds}
        </time>
        , read every {POLL_SECONDS} seconds while this page is visible.
        {data.gateways !== undefined &&
          ` Accepted and dropped spans are sums over ${writeCounted(data.gateways, 'gateway')}.`}
      </p>
      <IngestFigures reading={data} />
      <div className={styles['tables']}>
        <PartitionTable partitions={data.partitions} />
        <DroppedTable dropped={data.dropped} />
        <DependencyTable readiness={data.readiness} />
      </div>
    </div>
  );
}

/** Path of the dead letters page. It is typed as a string, because this version's routes may lack the page. */
const deadLetters: string = '/dead-letters';

/** Figures that show at a glance whether all received spans have been stored. */
function IngestFigures({ reading }: { readonly reading: IngestReading }) {
  const { partitions, store, dead_letters: letters } = reading;
  const unread = partitions.reduce((sum, { lag_records: lag }) => sum + lag, 0);
  const lagSeconds = Math.max(0, ...partitions.map(({ lag_seconds: lag }) => lag));
  const dropped = reading.dropped.reduce((sum, { count }) => sum + count, 0);
  return (
    <dl className={styles['figures']}>
      <Figure
        name="Accepted"
        note="on average over ten seconds"
        title={`${reading.accepted_per_second} spans per second`}
      >
        {writeRate(reading.accepted_per_second)}
      </Figure>
      <Figure
        name="Lag"
        note={unread === 1 ? '1 message is unread' : `${writeCount(unread)} messages are unread`}
        title={`${lagSeconds} s`}
      >
        {unread === 0 ? '0 s' : writeMs(lagSeconds * MS_PER_SECOND)}
      </Figure>
      <TimeToVisible {...reading.time_to_visible_ms} />
      <Figure name="Dropped" note="since the gateways started" isBad={dropped > 0}>
        {writeCount(dropped)}
      </Figure>
      <Figure name="Dead letters" note="spans that are not stored" isBad={letters > 0}>
        <Link to={deadLetters}>{writeCount(letters)}</Link>
      </Figure>
      <Figure name="Store" note={writeBytes(store.bytes)} title={`${store.bytes} bytes`}>
        {writeCounted(store.rows, 'span')}
      </Figure>
      <Figure name="Free disk" note="of the fullest disk" title={`${store.free_bytes} bytes`}>
        {store.free_bytes === 0 ? 'unknown' : writeBytes(store.free_bytes)}
      </Figure>
      <Figure
        name="Readiness"
        note="of the service behind this page"
        isBad={reading.readiness !== undefined && reading.readiness.status !== 'ready'}
      >
        {reading.readiness?.status ?? 'unknown'}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly note: string;
  readonly title?: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, note, title, isBad = false, children }: FigureProps) {
  return (
    <div className={styles['figure']}>
      <dt>{name}</dt>
      <dd className={isBad ? 'bad' : undefined} title={title}>
        {children}
      </dd>
      <dd className={styles['note']}>{note}</dd>
    </div>
  );
}

function TimeToVisible({ p50, p95, max }: IngestReading['time_to_visible_ms']) {
  if (p50 === null || p95 === null || max === null) {
    return (
      <Figure name="Time to visible" note="nothing was stored in five minutes">
        –
      </Figure>
    );
  }
  return (
    <Figure
      name="Time to visible"
      note={`p50 of five minutes; p95 ${writeMs(p95)}, max ${writeMs(max)}`}
      title={`${p50} ms, ${p95} ms, ${max} ms`}
    >
      {writeMs(p50)}
    </Figure>
  );
}

const TENTHS_BELOW = 100;

/** Formats a rate such as `41,000/s`. A rate below 100 is written with one decimal, such as `0.4/s`. */
function writeRate(perSecond: number): string {
  const isSmall = perSecond > 0 && perSecond < TENTHS_BELOW;
  return `${isSmall ? perSecond.toFixed(1) : writeCount(Math.round(perSecond))}/s`;
}
