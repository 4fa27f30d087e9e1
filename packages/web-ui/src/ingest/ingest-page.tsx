import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { AdminPage } from '../admin/admin-page.js';
import { Problem } from '../parts/answers/problem.js';
import { Waiting } from '../parts/answers/waiting.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { clockOf, readTime } from '../parts/values/format-time.js';
import styles from './ingest.module.css';
import { readIngest } from './ingest-answer.js';
import { IngestFigures } from './ingest-figures.js';
import { DependencyTable, DroppedTable, PartitionTable } from './ingest-tables.js';

const POLL_SECONDS = 5;
const MS_PER_SECOND = 1000;

/** Page that shows the current path of spans into the store. */
export function IngestPage(): ReactElement {
  return (
    <AdminPage title="Ingest">
      <IngestHealth />
    </AdminPage>
  );
}

function IngestHealth(): ReactElement {
  const zone = useStore(settings.timeZone);
  // A hidden tab does not poll: refetchIntervalInBackground is off.
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
    <div className={styles['page']}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <p className="quiet">
        {error === null ? 'State at' : 'The numbers below are those of'}{' '}
        <time className="mono" dateTime={data.at} title={data.at}>
          {seconds}
        </time>
        , read every {POLL_SECONDS} seconds while this page is visible.
        {data.gateways !== undefined &&
          ` Accepted and dropped spans are sums over ${data.gateways} ${data.gateways === 1 ? 'gateway' : 'gateways'}.`}
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
