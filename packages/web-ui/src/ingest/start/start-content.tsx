import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import { awaitStored, receiptOf } from '../../api/await-receipt.js';
import { send } from '../../api/call.js';
import { type ProjectAnswer, useProject } from '../../api/use-project.js';
import { Page } from '../../frame/page.js';
import { Problem } from '../../parts/answers/answer-states.js';
import { Button, CopyButton } from '../../parts/button.js';
import { TabPanel } from '../../parts/tab-panel.js';
import { useLatestSignal } from '../../parts/use-latest-signal.js';
import { nowNs } from '../../parts/values/format-time.js';
import { MarkedText } from '../../parts/values/write-value.js';
import { FirstSpan } from './first-span.js';
import { sampleTrace } from './sample-trace.js';
import { type Addresses, addressesOf, snippets, writeSnippet } from './snippets.js';
import styles from './start.module.css';

/** The start page, which explains how to send the first spans. */
export function StartPage() {
  return (
    <Page title="Start">
      <StartContent />
    </Page>
  );
}

/** Shows how to send the first trace: the addresses, code snippets and a sample. */
export function StartContent() {
  const project = useProject();
  const [isSending, setSending] = useState(false);
  const addresses = addressesOf(project, new URL('../api', document.baseURI).href);
  return (
    <div className={styles['page']}>
      <FirstSpan isSending={isSending} />
      <SendSample isSending={isSending} onSending={setSending} />
      {project !== undefined && <AddressList project={project} addresses={addresses} />}
      <Snippets addresses={addresses} />
    </div>
  );
}

function Snippets({ addresses }: { readonly addresses: Addresses }) {
  return (
    <Tabs className={styles['tabs'] ?? ''}>
      <TabList aria-label="Kinds of programs">
        {snippets.map(({ name }) => (
          <Tab key={name} id={name}>
            {name}
          </Tab>
        ))}
      </TabList>
      {snippets.map((snippet) => (
        <TabPanel key={snippet.name} id={snippet.name}>
          <div className={styles['snippet']}>
            <pre className="mono">{writeSnippet(snippet, addresses)}</pre>
            <CopyButton text={writeSnippet(snippet, addresses)} what="the snippet" />
          </div>
        </TabPanel>
      ))}
    </Tabs>
  );
}

interface SendSampleProps {
  readonly isSending: boolean;
  readonly onSending: (isSending: boolean) => void;
}

function SendSample({ isSending, onSending }: SendSampleProps) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>();
  const begin = useLatestSignal();
  const sendSample = async () => {
    const signal = begin();
    onSending(true);
    setProblem(undefined);
    try {
      const traceId = await storeSample(signal);
      signal.throwIfAborted();
      await navigate({ to: '/traces/$traceId', params: { traceId } });
    } catch (error) {
      signal.aborted || setProblem(error);
    } finally {
      onSending(false);
    }
  };
  return (
    <section>
      <Button className="main" disabled={isSending} onClick={() => void sendSample()}>
        {isSending ? 'Waiting until it is stored …' : 'Send a sample trace'}
      </Button>
      {problem !== undefined && <Problem error={problem} onRetry={() => void sendSample()} />}
    </section>
  );
}

/** Sends the sample trace, waits until it is stored, and returns its id. */
async function storeSample(signal: AbortSignal): Promise<string> {
  const random = (digits: number) =>
    Array.from(crypto.getRandomValues(new Uint8Array(digits / 2)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  const spans = sampleTrace(nowNs(), random);
  const answer = await send('/tracing/spans/ingest', { body: { spans } });
  await awaitStored('The sample', receiptOf(answer), signal);
  return spans[0]?.trace_id ?? '';
}

/** Lists the addresses to which spans are sent, the key, and a link to the API description. */
function AddressList({ project, addresses }: AddressListProps) {
  const { json, otlp_http: otlpHttp, otlp_grpc: otlpGrpc } = project.ingest;
  const { key } = project;
  return (
    <dl className={styles['addresses']}>
      <AddressRow
        name="OTLP/HTTP"
        address={otlpHttp}
        guess={addresses.otlpHttp}
        setting="PUBLIC_OTLP_URL"
      />
      <AddressRow
        name="OTLP/gRPC"
        address={otlpGrpc}
        guess={undefined}
        setting="PUBLIC_OTLP_GRPC_URL"
      />
      <AddressRow name="JSON" address={json} guess={addresses.json} setting="PUBLIC_INGEST_URL" />
      {key !== undefined && (
        <div>
          <dt className="faint">Key</dt>
          <dd>
            <MarkedText text={key.name ?? 'without a name'} />{' '}
            <span className="mono quiet">{key.prefix}…</span>
          </dd>
        </div>
      )}
      <div>
        <dt className="faint">Documents</dt>
        <dd>
          <a href={new URL('../docs', document.baseURI).href}>All routes of the API</a>
        </dd>
      </div>
    </dl>
  );
}

interface AddressListProps {
  readonly project: ProjectAnswer;
  readonly addresses: Addresses;
}

interface AddressRowProps {
  readonly name: string;
  /** The configured address; undefined if the service does not know it. */
  readonly address: string | undefined;
  /** The address that the snippets use if no address is configured. */
  readonly guess: string | undefined;
  /** Name of the service setting that configures the address. */
  readonly setting: string;
}

function AddressRow({ name, address, guess, setting }: AddressRowProps) {
  const shown = address ?? guess;
  return (
    <div>
      <dt className="faint">{name}</dt>
      {shown !== undefined && <dd className="mono">{shown}</dd>}
      {shown !== undefined && (
        <dd>
          <CopyButton text={shown} what={`the ${name} address`} />
        </dd>
      )}
      {address === undefined && (
        <dd className={`${styles['note']} quiet`}>
          {shown === undefined ? 'The port is off, or its address' : 'Assumed: the address'} is not
          known here. <span className="mono">{setting}</span> sets it.
        </dd>
      )}
    </div>
  );
}
