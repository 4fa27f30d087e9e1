import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { call } from '../../api/call.js';
import { useProject } from '../../api/use-project.js';
import {
  addressOfQuery,
  boardOf,
  linkOfQuery,
  type SavedQuery,
} from '../../filter-bar/saved-query.js';
import { Page } from '../../frame/page.js';
import { Message } from '../../parts/answers/message.js';
import { Problem } from '../../parts/answers/problem.js';
import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { Waiting } from '../../parts/answers/waiting.js';
import { Button } from '../../parts/button.js';
import { CopyButton } from '../../parts/values/copy-button.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import { QueryVersions } from './query-versions.js';
import styles from './saved.module.css';
import { saveQuery } from './write-query.js';

/** Page of one saved query and its earlier versions. */
export function QueryPage(): ReactElement {
  const { queryId = '' } = useParams({ strict: false });
  const asked = useQuery({
    queryKey: ['saved', queryId],
    queryFn: ({ signal }) =>
      call<{ readonly query?: SavedQuery }>(`/simple/queries/${queryId}`, { signal }),
  });
  const { data, error, readAt } = useKeptAnswer(asked, queryId);
  const retry = () => void asked.refetch();
  const query = data?.query;
  return (
    <Page
      title={query?.name ?? 'Saved query'}
      bar={<Link to="/queries">Saved queries</Link>}
      readAt={readAt}
      onRetry={retry}
    >
      {error !== null && <Problem error={error} onRetry={retry} />}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && query === undefined && (
        <Message title="There is no such query.">
          <p>It may be archived, or belong to another project.</p>
        </Message>
      )}
      {query !== undefined && <QueryView query={query} />}
    </Page>
  );
}

function QueryView({ query }: { readonly query: SavedQuery }): ReactElement {
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');
  const mayEdit = useProject()?.permissions.includes('edit_queries') ?? true;
  const address = addressOfQuery(query);
  const attempt = (change: () => Promise<void>) => () => {
    change().catch((error: Error) => setProblem(error.message));
  };
  const archive = attempt(async () => {
    await call(`/queries/${query.id}/archive`, { method: 'POST' });
    await navigate({ to: '/queries' });
  });
  const copy = attempt(async () => {
    const { data = {}, meta = {} } = query;
    const name = `${query.name ?? query.slug} (copy)`;
    const copied = await saveQuery({ data, meta }, { name, same: undefined });
    if (copied !== undefined) {
      await navigate({ to: '/queries/$queryId', params: { queryId: copied.id } });
    }
  });
  const reason = mayEdit ? undefined : 'The key does not have the permission edit_queries.';
  return (
    <div className={styles['query']}>
      <h2>
        <MarkedText text={query.name ?? query.slug} />
      </h2>
      <Filter text={address.q} />
      <p className={styles['actions']}>
        <Link className="button main" {...linkOfQuery(query)}>
          {boardOf(query) === undefined ? 'Run' : 'Open the board'}
        </Link>
        <CopyButton text={address.q ?? ''} what="the filter" label="Copy filter" />
        <Button disabled={!mayEdit} title={reason} onClick={copy}>
          Copy query
        </Button>
        <Button disabled={!mayEdit} title={reason} onClick={archive}>
          Archive
        </Button>
        <span role="alert" className="bad">
          {problem}
        </span>
      </p>
      <QueryVersions query={query} />
    </div>
  );
}

function Filter({ text }: { readonly text: string | undefined }): ReactElement {
  return (
    <p className={`mono ${styles['filter']}`}>
      <MarkedText text={text ?? 'everything'} />
    </p>
  );
}
