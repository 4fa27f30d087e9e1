import type { RevisionsAnswer } from '@spanhouse/span-schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { call } from '../../api/call.js';
import { useProject } from '../../api/use-project.js';
import {
  addressOfQuery,
  boardOf,
  linkOfQuery,
  type QueryData,
  type SavedQuery,
} from '../../filter-bar/saved-query.js';
import { Page } from '../../frame/page.js';
import { Message, Problem, Waiting } from '../../parts/answers/answer-states.js';
import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { Button, CopyButton } from '../../parts/button.js';
import { DayAndTime } from '../../parts/values/day-and-time.js';
import { MarkedText } from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { queryDifferences } from './query-differences.js';
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

type QueryRevision = Omit<RevisionsAnswer['query_revisions'][number], 'data'> & {
  readonly data?: QueryData;
};

interface ShownVersion extends Pick<QueryRevision, 'version' | 'date'> {
  /** The saved query as it was in this version. */
  readonly query: SavedQuery;
}

/** Lists the versions of a query. The user can compare any two of them. */
function QueryVersions({ query }: { readonly query: SavedQuery }): ReactElement {
  const { data, error, refetch } = useQuery({
    queryKey: ['versions', query.id],
    queryFn: ({ signal }) =>
      call<{ readonly query_revisions?: readonly QueryRevision[] }>('/queries/revisions/log', {
        body: { query_revisions: { query_id: query.id } },
        signal,
      }),
    staleTime: 0,
  });
  if (error !== null) {
    return <Problem error={error} onRetry={() => void refetch()} />;
  }
  const versions = (data?.query_revisions ?? []).flatMap(({ version, date, data: content }) =>
    content === undefined ? [] : { version, date, query: { ...query, data: content } },
  );
  return (
    <>
      <section>
        <h3>Versions</h3>
        <ol className={styles['versions']}>
          {versions.map(({ version, date, query: shown }) => (
            <li key={version}>
              <span className="num">{version}</span>
              <DayAndTime time={date} />
              <Filter text={addressOfQuery(shown).q} />
              <Link {...linkOfQuery(shown)} aria-label={`Show version ${version}`}>
                Show
              </Link>
            </li>
          ))}
        </ol>
      </section>
      {versions.length > 1 && <Differences versions={versions} />}
    </>
  );
}

const words = { added: 'added', removed: 'removed', same: 'in both' } as const;

function Differences({ versions }: { readonly versions: readonly ShownVersion[] }): ReactElement {
  const [{ r = '' }, change] = useSearchParameters();
  const [from, to] = r.split('..');
  const find = (version: string | undefined) => versions.find((one) => one.version === version);
  const after = find(to) ?? versions[0];
  const before = find(from) ?? versions[1];
  const lines =
    before === undefined || after === undefined ? [] : queryDifferences(before.query, after.query);
  const choose = (a: string | undefined, b: string | undefined) => change({ r: `${a}..${b}` });
  return (
    <section>
      <h3>Differences</h3>
      <p className={styles['actions']}>
        <VersionField
          label="From version"
          versions={versions}
          chosen={before?.version}
          onChoose={(version) => choose(version, after?.version)}
        />
        <VersionField
          label="To version"
          versions={versions}
          chosen={after?.version}
          onChoose={(version) => choose(before?.version, version)}
        />
      </p>
      <table className={styles['differences']} aria-label="Differences">
        <tbody>
          {lines.map(({ change: kind, text }) => (
            <tr key={`${kind} ${text}`} data-change={kind}>
              <th scope="row">{words[kind]}</th>
              <td className="mono">
                <MarkedText text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface VersionFieldProps {
  readonly label: string;
  readonly versions: readonly ShownVersion[];
  readonly chosen: string | undefined;
  readonly onChoose: (version: string) => void;
}

function VersionField({ label, versions, chosen, onChoose }: VersionFieldProps): ReactElement {
  return (
    <label>
      {label}{' '}
      <select className="field" value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {versions.map(({ version }) => (
          <option key={version}>{version}</option>
        ))}
      </select>
    </label>
  );
}
