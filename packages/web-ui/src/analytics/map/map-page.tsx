import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useReducer, useState } from 'react';
import { NothingMatches } from '../../explorer/rows/nothing-matches.js';
import { SaveQuery } from '../../explorer/saved/save-query.js';
import { FilterBar } from '../../filter-bar/filter-bar.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { copyActions } from '../../filter-bar/menu/copy-actions.js';
import { Mistake } from '../../filter-bar/mistake.js';
import { useFilter } from '../../filter-bar/use-filter.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import { Page } from '../../frame/page.js';
import { Problem, WaitingQuery } from '../../parts/answers/answer-states.js';
import { useKeptAnswer } from '../../parts/answers/use-kept-answer.js';
import { useRunAgain } from '../../parts/answers/use-run-again.js';
import { PlainButton } from '../../parts/button.js';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import { type Search, useSearchParameters } from '../../url/use-search.js';
import {
  type CallMap,
  type MapBy,
  type MapEdge,
  type MapNode,
  nameOfNode,
  readCallMap,
  requestOfMap,
} from './call-map.js';
import styles from './map.module.css';
import { filterOfCalls, filterOfNode } from './map-filters.js';
import { MapGraph } from './map-graph.js';
import {
  writeEdgeNumbers,
  writeExactNumbers,
  writeMapMs,
  writeNodeNumbers,
} from './map-numbers.js';
import { rateOfMap } from './map-rate.js';
import { MapTables } from './map-tables.js';
import { MAX_DRAWN, type MapStep, nextCall, stepFrom } from './shown-graph.js';
import { type MapProps, useMapSelection } from './use-map-selection.js';

/** The page reloads all queries whose keys begin with one of these elements. */
const questions = ['map'];

/** Page with the map of calls in the newest matching traces. */
export function MapPage() {
  const [run, runAgain] = useReducer((count: number) => count + 1, 0);
  const active = useFilter(run);
  const { filtering, mistake, bounds, range } = active;
  useRunAgain(runAgain, questions);
  const [{ by: asked, q = '', w = '' }, change] = useSearchParameters();
  const by: MapBy = asked === 'step' ? 'step' : 'service';
  const queryKey = ['map', filtering, bounds, by];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readCallMap({ filtering, bounds, by }, signal),
    enabled: mistake === undefined,
  });
  const { data, error, readAt } = useKeptAnswer(query, `${by} ${q} ${w}`);
  const retry = () => void query.refetch();
  const isEmpty = data?.nodes.length === 0;
  const actions = useMemo(
    () => copyActions(requestOfMap({ filtering, bounds, by })),
    [filtering, bounds, by],
  );
  const bar = (
    <FilterBar onRun={runAgain} actions={actions}>
      <SaveQuery filtering={filtering} view={{ view: 'services', by }} />
    </FilterBar>
  );
  return (
    <Page title="Service map" bar={bar} readAt={readAt} onRetry={retry}>
      {mistake !== undefined && <Mistake mistake={mistake} />}
      {error !== null && <Problem error={error} onRetry={retry} />}
      {mistake === undefined && error === null && (
        <div className={styles['page']}>
          <div className={styles['tools']}>
            <label>
              Nodes are{' '}
              <select
                className="field"
                value={by}
                onChange={({ target }) =>
                  change({ by: target.value, s: undefined, to: undefined }, 'push')
                }
              >
                <option value="service">services</option>
                <option value="step">agents, tools and models</option>
              </select>
            </label>
            {data !== undefined && !isEmpty && <Extent {...data.traces} />}
          </div>
          {data === undefined && <WaitingQuery query={query} queryKey={queryKey} />}
          {isEmpty && <NothingMatches listed="traces" active={active} />}
          {data !== undefined && !isEmpty && (
            <MapView map={data} rate={rateOfMap(data.traces, range)} filtering={filtering} />
          )}
        </div>
      )}
    </Page>
  );
}

/** Shows how many traces the map is built from. */
function Extent({ read, matched }: CallMap['traces']) {
  return (
    <span className="quiet" role="status">
      {read < matched
        ? `A sample: the newest ${writeCount(read)} of ${writeCount(matched)} traces; rates are estimates`
        : read === 1
          ? 'Made from 1 trace'
          : `Made from all ${writeCount(read)} traces`}
    </span>
  );
}

interface MapViewProps extends Omit<MapProps, 'selection'> {
  readonly filtering: Filtering | undefined;
}

function MapView({ map, rate, filtering }: MapViewProps) {
  const [{ w }] = useSearchParameters();
  const selection = useMapSelection(map);
  const isLarge = map.nodes.length > MAX_DRAWN;
  const [isTable, setTable] = useState(isLarge);
  const searchOf = (own: Filtering): Search => ({
    q: writeFilterText(own),
    ...(w !== undefined && { w }),
  });
  const searchOfNode = (one: MapNode) => searchOf(filterOfNode(filtering, one));
  const searchOfEdge = (one: MapEdge) => searchOf(filterOfCalls(filtering, map, one));
  const { node, edge } = selection;
  const search = edge === undefined ? node && searchOfNode(node) : searchOfEdge(edge);
  const toggle = () => setTable(!isTable);
  useMapKeys({ map, selection, search, toggle });
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
        <PlainButton className={styles['table']} aria-pressed={isTable} onClick={toggle}>
          Table
        </PlainButton>
        {!isTable && <SelectedPart {...{ map, rate, selection, search }} />}
      </div>
      {isTable ? (
        <MapTables {...{ map, rate, selection, searchOfNode, searchOfEdge }} />
      ) : (
        <section
          className={`${styles['room']} sideways`}
          aria-label="Picture of the map"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Users can scroll the graph with the keyboard.
          tabIndex={0}
        >
          <MapGraph map={map} rate={rate} selection={selection} />
        </section>
      )}
    </figure>
  );
}

interface MapKeys extends Pick<MapProps, 'map' | 'selection'> {
  /** The explorer parameters that list the spans of the selected node or call. */
  readonly search: Search | undefined;
  readonly toggle: () => void;
}

/** Binds the keys for following calls between nodes and for opening the spans of the selection. */
function useMapKeys({ map, selection, search, toggle }: MapKeys): void {
  const navigate = useNavigate();
  const { node, edge, selectNode, selectEdge } = selection;
  const step = (kind: MapStep) => selectNode(stepFrom(map, node?.id, kind));
  const toCall = (by: 1 | -1) => {
    const next = nextCall(map, { node: node?.id, edge }, by);
    return next !== undefined && selectEdge(next);
  };
  const open = () => search && navigate({ to: '/spans', search: search as never });
  const clear = () => selectNode(edge === undefined ? undefined : node?.id);
  usePageKeys('Service map', [
    { key: 'ArrowRight', meaning: 'Go to what it calls most', act: () => step('callee') },
    { key: 'ArrowLeft', meaning: 'Go to what calls it most', act: () => step('caller') },
    { key: 'ArrowDown', meaning: 'Next node', act: () => step('next') },
    { key: 'ArrowUp', meaning: 'Previous node', act: () => step('previous') },
    { key: 'Shift-ArrowRight', meaning: 'Next call of the node', act: () => toCall(1) },
    { key: 'Shift-ArrowLeft', meaning: 'Previous call of the node', act: () => toCall(-1) },
    { key: 'Enter', meaning: 'Show the spans of the node or call', act: () => void open() },
    { key: 'Escape', meaning: 'Clear the selection', act: clear },
    { key: 't', meaning: 'Show the map as a table, or back', act: toggle },
  ]);
}

interface SelectedPartProps extends MapProps {
  readonly search: Search | undefined;
}

/** Describes the selected node or call, with a link to its spans. */
function SelectedPart({ map, rate, selection, search }: SelectedPartProps) {
  const { node, edge } = selection;
  const callee = edge && map.nodes.find(({ id }) => id === edge.to);
  const name = node && nameOfNode(node);
  return (
    <p className={styles['selected']} role="status">
      {node !== undefined && name !== undefined && (
        <>
          <MarkedText text={callee === undefined ? name : `${name} → ${nameOfNode(callee)}`} />{' '}
          <span className="quiet">
            {edge === undefined
              ? `${writeNodeNumbers(node, rate)} (${writeExactNumbers(node.entries, node.failed)})`
              : `${writeEdgeNumbers(edge, rate)} (${writeExactNumbers(edge.calls, edge.failed)}) · p95 ${writeMapMs(edge.duration.p95)}`}
          </span>{' '}
          <Link
            to="/spans"
            search={search as never}
            title={
              callee &&
              'A filter cannot ask for the caller: these are the spans that have a parent.'
            }
          >
            Show the spans of <MarkedText text={nameOfNode(callee ?? node)} />
          </Link>
        </>
      )}
    </p>
  );
}
