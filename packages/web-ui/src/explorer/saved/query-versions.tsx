import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { call } from '../../api/call.js';
import {
  addressOfQuery,
  linkOfQuery,
  type QueryData,
  type SavedQuery,
} from '../../filter-bar/saved-query.js';
import { Problem } from '../../parts/answers/problem.js';
import { DayAndTime } from '../../parts/values/day-and-time.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import { useSearchParameters } from '../../url/use-search.js';
import { queryDifferences } from './query-differences.js';
import styles from './saved.module.css';

/** A version of a query. */
interface QueryRevision {
  readonly id: string;
  readonly version: string;
  readonly date?: string;
  readonly created_at?: string;
  readonly message?: string;
  readonly data?: QueryData;
}

interface ShownVersion {
  readonly version: string;
  readonly time: string | undefined;
  /** The query at this version. */
  readonly query: SavedQuery;
}

/** Lists the versions of a query and compares two of them. */
export function QueryVersions({ query }: { readonly query: SavedQuery }): ReactElement {
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
  const versions = (data?.query_revisions ?? []).flatMap((revision) => asShown(query, revision));
  return (
    <>
      <section>
        <h3>Versions</h3>
        <ol className={styles['versions']}>
          {versions.map(({ version, time, query: shown }) => (
            <li key={version}>
              <span className="num">{version}</span>
              {time === undefined ? <span /> : <DayAndTime time={time} />}
              <p className={`mono ${styles['filter']}`}>
                <MarkedText text={addressOfQuery(shown).q ?? 'everything'} />
              </p>
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

/**
 * Returns the versions for display. The newest one is the query itself with its window; earlier ones have their stored
 * bounds.
 */
function asShown(query: SavedQuery, revision: QueryRevision): readonly ShownVersion[] {
  const { version, data, date, created_at: createdAt } = revision;
  if (data === undefined) {
    return [];
  }
  return [{ version, time: date ?? createdAt, query: { ...query, data } }];
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
