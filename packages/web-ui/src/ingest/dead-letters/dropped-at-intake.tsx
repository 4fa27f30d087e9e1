import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { send } from '../../api/call.js';
import { writeCount } from '../../parts/values/format-number.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import { faultOf } from '../drop-codes.js';
import { type IngestCounters, parseCounters } from '../start/ingest-counters.js';
import styles from './dead-letters.module.css';

/** Shows the number of spans dropped on arrival, by code. Dropped spans are not dead letters. */
export function DroppedAtIntake(): ReactElement | null {
  const { data, isError } = useQuery({
    queryKey: ['dropped at intake'],
    queryFn: async ({ signal }) => {
      const response = await send('/metrics', { signal });
      return parseCounters(await response.text()) ?? null;
    },
    retry: false,
  });
  return data === undefined && !isError ? null : (
    <p className={styles['dropped']}>
      {data === undefined || data === null ? (
        <>
          The gateways are other processes. <Link to="/admin/ingest">Ingest</Link> counts what they
          dropped, by code.
        </>
      ) : (
        <Counters counters={data} />
      )}
    </p>
  );
}

function Counters({ counters: { received, dropped } }: { readonly counters: IngestCounters }) {
  const count = [...dropped.values()].reduce((sum, each) => sum + each, 0);
  if (count === 0) {
    const spans = received === 1 ? 'span' : 'spans';
    return (
      <>{`Since it started, the service received ${writeCount(received)} ${spans} and dropped none.`}</>
    );
  }
  return (
    <>
      <span>
        Since it started, the service dropped {writeCount(count)} of {writeCount(received)} received
        spans, and reported them to their senders:
      </span>
      {[...dropped].map(([code, each]) => (
        <span key={code} title={faultOf(code)}>
          <span className="mono">
            <MarkedText text={code} />
          </span>{' '}
          {writeCount(each)}
        </span>
      ))}
    </>
  );
}
