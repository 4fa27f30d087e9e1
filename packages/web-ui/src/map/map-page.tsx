import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { FilterBar } from '../filter-bar/filter-bar.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { Mistake } from '../filter-bar/mistake.js';
import { useFilter } from '../filter-bar/use-filter.js';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import { Page } from '../frame/page.js';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { writeCount } from '../parts/format-number.js';
import { Message } from '../parts/message.js';
import { Problem } from '../parts/problem.js';
import { Waiting } from '../parts/waiting.js';
import type { Search } from '../url/search-text.js';
import { useSearchParameters } from '../url/use-search.js';
import { type CallMap, filterOfNode, type MapBy, type MapNode, readCallMap } from './call-map.js';
import styles from './map.module.css';
import { MapGraph } from './map-graph.js';
import { MapTables } from './map-tables.js';
import { MAX_DRAWN, type MapStep, stepFrom } from './shown-graph.js';

/** Who calls whom in the newest traces that match. */
export function MapPage(): ReactElement {
  const [run, setRun] = useState(0);
  const { filtering, mistake, bounds } = useFilter(run);
  const [{ by: asked }, change] = useSearchParameters();
  const by: MapBy = asked === 'step' ? 'step' : 'service';
  const { data, error, refetch } = useQuery({
    queryKey: ['map', filtering, bounds, by],
    queryFn: ({ signal }) => readCallMap({ filtering, bounds, by }, signal),
    enabled: mistake === undefined,
  });
  const isEmpty = data?.nodes.length === 0;
  return (
    <Page title="Service map" bar={<FilterBar onRun={() => setRun(run + 1)} />}>
      {mistake !== undefined && <Mistake mistake={mistake} />}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {mistake === undefined && error === null && (
        <div className={styles['page']}>
          <div className={styles['tools']}>
            <label>
              Nodes are{' '}
              <select
                className="field"
                value={by}
                onChange={({ target }) => change({ by: target.value, s: undefined }, 'push')}
              >
                <option value="service">services</option>
                <option value="step">agents, tools and models</option>
              </select>
            </label>
            {data !== undefined && <Extent {...data.traces} />}
          </div>
          {data === undefined && <Waiting />}
          {isEmpty && <Message title="No trace in this window matches." />}
          {data !== undefined && !isEmpty && <MapView map={data} filtering={filtering} />}
        </div>
      )}
    </Page>
  );
}

/** Of how many traces the map is made. */
function Extent({ read, matched }: CallMap['traces']): ReactElement {
  return (
    <span className="quiet" role="status">
      {read < matched
        ? `Made from the newest ${writeCount(read)} of ${writeCount(matched)} traces`
        : `Made from all ${writeCount(read)} traces`}
    </span>
  );
}

interface MapViewProps {
  readonly map: CallMap;
  readonly filtering: Filtering | undefined;
}

function MapView({ map, filtering }: MapViewProps): ReactElement {
  const [{ s: selected, w }, change] = useSearchParameters();
  const isLarge = map.nodes.length > MAX_DRAWN;
  const [isTable, setTable] = useState(isLarge);
  const searchOf = useMemo(
    () =>
      (node: MapNode): Search => ({
        q: writeFilterText(filterOfNode(filtering, node)),
        ...(w !== undefined && { w }),
      }),
    [filtering, w],
  );
  const select = useCallback((id: string | undefined) => change({ s: id }), [change]);
  const toggle = useCallback(() => setTable((is) => !is), []);
  useMapKeys({ map, selected, select, searchOf, toggle });
  const { nodes, edges } = map;
  return (
    <figure
      className={styles['figure']}
      aria-label={`Service map: ${nodes.length} nodes, ${edges.length} kinds of calls`}
    >
      <div>
        {isLarge && !isTable && (
          <p className={`${styles['note']} quiet`}>
            {writeCount(nodes.length)} nodes are too many for one picture: it shows the neighbours
            of the selected one.
          </p>
        )}
        <button
          type="button"
          className={`${styles['table']} button plain`}
          aria-pressed={isTable}
          onClick={toggle}
        >
          Table
        </button>
      </div>
      {isTable ? (
        <MapTables map={map} selected={selected} searchOf={searchOf} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: People scroll the picture with keys.
        <section className={styles['room']} aria-label="Picture of the map" tabIndex={0}>
          <MapGraph map={map} selected={selected} onSelect={select} />
        </section>
      )}
    </figure>
  );
}

interface MapKeys {
  readonly map: CallMap;
  readonly selected: string | undefined;
  readonly select: (id: string | undefined) => void;
  readonly searchOf: (node: MapNode) => Search;
  readonly toggle: () => void;
}

function useMapKeys({ map, selected, select, searchOf, toggle }: MapKeys): void {
  const navigate = useNavigate();
  const keys = useMemo<KeyGroup>(() => {
    const step = (kind: MapStep) => select(stepFrom(map, selected, kind));
    const open = () => {
      const node = map.nodes.find(({ id }) => id === selected);
      return node && navigate({ to: '/spans', search: searchOf(node) as never });
    };
    return {
      title: 'Service map',
      keys: [
        { key: 'ArrowRight', meaning: 'To what it calls most', act: () => step('callee') },
        { key: 'ArrowLeft', meaning: 'To what calls it most', act: () => step('caller') },
        { key: 'ArrowDown', meaning: 'Next node', act: () => step('next') },
        { key: 'ArrowUp', meaning: 'Previous node', act: () => step('previous') },
        { key: 'Enter', meaning: 'Show the spans of the node', act: () => void open() },
        { key: 'Escape', meaning: 'Clear the selection', act: () => select(undefined) },
        { key: 't', meaning: 'The same as a table', act: toggle },
      ],
    };
  }, [map, selected, select, searchOf, toggle, navigate]);
  usePageKeys(keys);
}
