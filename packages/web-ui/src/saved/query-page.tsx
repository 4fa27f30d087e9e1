import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { call } from '../api/call.js';
import { useProject } from '../api/use-project.js';
import { Page } from '../frame/page.js';
import { CopyButton } from '../parts/copy-button.js';
import { MarkedText } from '../parts/marked-text.js';
import { Message } from '../parts/message.js';
import { Problem } from '../parts/problem.js';
import { Waiting } from '../parts/waiting.js';
import styles from './saved.module.css';
import { addressOfQuery, type QueryData, type SavedQuery } from './saved-query.js';

/** A version of a query. */
interface QueryRevision {
  readonly id: string;
  readonly version: string;
  readonly date?: string;
  readonly created_at?: string;
  readonly message?: string;
  readonly data?: QueryData;
}

/** One saved query: what it looks for, and what its earlier versions looked for. */
export function QueryPage(): ReactElement {
  const { queryId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    queryKey: ['saved', queryId],
    queryFn: ({ signal }) =>
      call<{ readonly query?: SavedQuery }>(`/simple/queries/${queryId}`, { signal }),
  });
  const query = data?.query;
  return (
    <Page title={query?.name ?? 'Saved query'} bar={<Link to="/queries">Saved queries</Link>}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && query === undefined && <Message title="There is no such query." />}
      {query !== undefined && <QueryView query={query} />}
    </Page>
  );
}

function QueryView({ query }: { readonly query: SavedQuery }): ReactElement {
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');
  const mayEdit = useProject()?.permissions.includes('edit_queries') ?? true;
  const address = addressOfQuery(query);
  const archive = async () => {
    try {
      await call(`/queries/${query.id}/archive`, { method: 'POST' });
      void navigate({ to: '/queries' });
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <div className={styles['query']}>
      <h2>
        <MarkedText text={query.name ?? query.slug} />
      </h2>
      <Filter text={address.q} />
      <p className={styles['actions']}>
        <Link className="button main" to="/spans" search={address as never}>
          Run
        </Link>
        <CopyButton text={address.q ?? ''} what="the filter" label="Copy filter" />
        <button
          type="button"
          className="button"
          disabled={!mayEdit}
          title={mayEdit ? undefined : 'The key does not have the permission edit_queries.'}
          onClick={() => void archive()}
        >
          Archive
        </button>
        <span role="alert" className="bad">
          {problem}
        </span>
      </p>
      <Versions query={query} />
    </div>
  );
}

function Versions({ query }: { readonly query: SavedQuery }): ReactElement | null {
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', query.id],
    queryFn: ({ signal }) =>
      call<{ readonly query_revisions?: readonly QueryRevision[] }>('/queries/revisions/log', {
        body: { query_revisions: { query_id: query.id } },
        signal,
      }),
  });
  if (error !== null) {
    return <Problem error={error} onRetry={() => void refetch()} />;
  }
  const versions = (data?.query_revisions ?? []).filter((version) => version.data !== undefined);
  return (
    <section>
      <h3>Versions</h3>
      <ol className={styles['versions']}>
        {versions.map((version) => (
          <li key={version.id}>
            <span className="num">{version.version}</span>
            <time className="quiet" dateTime={version.date ?? version.created_at}>
              {(version.date ?? version.created_at)?.slice(0, 16).replace('T', ' ')}
            </time>
            <Filter text={addressOfQuery({ ...query, data: version.data as QueryData }).q} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Filter({ text }: { readonly text: string | undefined }): ReactElement {
  return (
    <p className={`mono ${styles['filter']}`}>
      <MarkedText text={text ?? 'everything'} />
    </p>
  );
}
