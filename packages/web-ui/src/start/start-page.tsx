import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { call, send } from '../api/call.js';
import type { ShownSpan } from '../api/shown-span.js';
import { useProject } from '../api/use-project.js';
import { Page } from '../frame/page.js';
import { CopyButton } from '../parts/copy-button.js';
import { Problem } from '../parts/problem.js';
import { sampleTrace } from './sample-trace.js';
import { type Addresses, addressesOf, snippets } from './snippets.js';
import styles from './start.module.css';

const POLL_MS = 2000;
const NS_PER_MS = 1_000_000n;

/** How to get from nothing to the first trace. */
export function StartPage(): ReactElement {
  const project = useProject();
  const addresses = addressesOf(project, new URL('../api', document.baseURI).href);
  return (
    <Page title="Start" bar={<span className={styles['title']}>Start</span>}>
      <div className={styles['page']}>
        <FirstSpan />
        <AddressList addresses={addresses} />
        <Snippets addresses={addresses} />
        <SendSample />
      </div>
    </Page>
  );
}

function FirstSpan(): ReactElement {
  const { data } = useQuery({
    queryKey: ['newest span'],
    queryFn: ({ signal }) => {
      const body = { windowing: { limit: 1 }, projection: { members: ['span_name'] } };
      return call<{ spans?: readonly ShownSpan[] }>('/spans/query', { body, signal });
    },
    refetchInterval: ({ state }) => (state.data?.spans?.length ? false : POLL_MS),
    staleTime: 0,
  });
  const [span] = data?.spans ?? [];
  return (
    <section role="status" className={styles['state']}>
      {span === undefined ? (
        <p>Waiting for the first span … Send one with a program below, or send the sample.</p>
      ) : (
        <p>
          This project has spans.{' '}
          <Link to="/traces/$traceId" params={{ traceId: span.trace_id }}>
            Open the newest trace
          </Link>{' '}
          or <Link to="/spans">look at all of them</Link>.
        </p>
      )}
    </section>
  );
}

function AddressList({ addresses }: { readonly addresses: Addresses }): ReactElement {
  const rows = [
    ['OTLP/HTTP', addresses.otlpHttp],
    ['OTLP/gRPC', addresses.otlpGrpc],
    ['JSON', addresses.json],
  ].filter((row): row is [string, string] => row[1] !== undefined);
  return (
    <dl className={styles['addresses']}>
      {rows.map(([name, address]) => (
        <div key={name}>
          <dt className="faint">{name}</dt>
          <dd className="mono">{address}</dd>
          <dd>
            <CopyButton text={address} what={`the ${name} address`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Snippets({ addresses }: { readonly addresses: Addresses }): ReactElement {
  return (
    <Tabs className={styles['tabs'] ?? ''}>
      <TabList aria-label="Kinds of programs">
        {snippets.map(({ name }) => (
          <Tab key={name} id={name}>
            {name}
          </Tab>
        ))}
      </TabList>
      {snippets.map(({ name, write }) => (
        <TabPanel key={name} id={name}>
          <div className={styles['snippet']}>
            <pre className="mono">{write(addresses)}</pre>
            <CopyButton text={write(addresses)} what="the snippet" />
          </div>
        </TabPanel>
      ))}
    </Tabs>
  );
}

function SendSample(): ReactElement {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const sendSample = async () => {
    setSending(true);
    setProblem(undefined);
    try {
      const traceId = await storeSample();
      await navigate({ to: '/traces/$traceId', params: { traceId } });
    } catch (error) {
      setProblem(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <section>
      <button
        type="button"
        className="button main"
        disabled={isSending}
        onClick={() => void sendSample()}
      >
        {isSending ? 'Waiting until it is stored …' : 'Send a sample trace'}
      </button>
      {problem !== undefined && <Problem error={problem} onRetry={() => void sendSample()} />}
    </section>
  );
}

/** Sends the sample, waits until it is stored, and returns the id of its trace. */
async function storeSample(): Promise<string> {
  const random = (digits: number) =>
    Array.from(crypto.getRandomValues(new Uint8Array(digits / 2)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  const spans = sampleTrace(BigInt(Date.now()) * NS_PER_MS, random);
  const answer = await send('/tracing/spans/ingest', { body: { spans } });
  const receipt = answer.headers.get('x-ingest-receipt');
  const traceId = spans[0]?.trace_id ?? '';
  const headers = receipt === null ? {} : { 'x-consistent-with': receipt };
  await call(`/traces/${traceId}`, { headers });
  return traceId;
}
