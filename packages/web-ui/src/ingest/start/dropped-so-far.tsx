import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../api/call.js';
import { MarkedText, writeCount, writeCounted } from '../../parts/values/write-value.js';
import { faultOf } from '../drop-codes.js';
import { countersSince, type IngestCounters, parseCounters } from './ingest-counters.js';
import styles from './start.module.css';

const POLL_MS = 2000;

/** Lists the codes for spans that were dropped since the page was opened. Most SDKs do not show these codes. */
export function DroppedSoFar() {
  const [first, setFirst] = useState<IngestCounters>();
  const { data } = useQuery({
    queryKey: ['ingest counters'],
    queryFn: async ({ signal }) => {
      const response = await send('/metrics', { signal });
      const counters = parseCounters(await response.text());
      setFirst((before) => before ?? counters);
      return counters ?? null;
    },
    // If the process has no gateway, polling stops, because a gateway never starts later.
    refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!data || first === undefined) {
    return null;
  }
  const { received, dropped } = countersSince(first, data);
  const count = [...dropped.values()].reduce((sum, each) => sum + each, 0);
  return count === 0 ? null : (
    <div role="alert" className={styles['dropped']}>
      <p>
        The service dropped {count === received ? 'all ' : ''}
        {writeCount(count)} of {writeCounted(received, 'received span')}:
      </p>
      <ul>
        {[...dropped].map(([code, each]) => (
          <li key={code}>
            <b className="mono">
              <MarkedText text={code} />
            </b>
            : {writeCounted(each, 'span')}, {faultOf(code)}
          </li>
        ))}
      </ul>
      <p className="quiet">The answer to each request names its dropped spans.</p>
    </div>
  );
}
