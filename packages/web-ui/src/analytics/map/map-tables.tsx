import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Table } from '../../parts/lists/table.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import type { Search } from '../../url/use-search.js';
import { type MapEdge, type MapNode, nameOfNode } from './call-map.js';
import styles from './map.module.css';
import { writeMapMs, writeShare } from './map-numbers.js';
import { writeRate } from './map-rate.js';
import type { MapProps, MapSelection } from './use-map-selection.js';

interface MapTablesProps extends MapProps {
  /** Returns the explorer parameters for the spans of a node. */
  readonly searchOfNode: (node: MapNode) => Search;
  readonly searchOfEdge: (edge: MapEdge) => Search;
}

/** Tables of the map's nodes and of the calls between nodes. */
export function MapTables(props: MapTablesProps) {
  const { map, rate, selection, searchOfNode, searchOfEdge } = props;
  const selected = selection.node?.id;
  const nodes = new Map(map.nodes.map((node) => [node.id, node]));
  const open = (id: string) => {
    const node = nodes.get(id);
    return (
      node && (
        <Link to="/spans" search={searchOfNode(node) as never} title="Show its spans">
          <MarkedText text={nameOfNode(node)} />
        </Link>
      )
    );
  };
  return (
    <div className={`${styles['tables']} sideways`}>
      <Table
        aria-label="Service map"
        words={['Name', 'Type']}
        numbers={['Spans', 'Entries', 'Rate', 'Failed', 'p50', 'p95']}
      >
        {map.nodes.map((node) => (
          <tr key={node.id} aria-current={node.id === selected}>
            <th scope="row">{open(node.id)}</th>
            <td className="quiet">{node.span_type ?? 'service'}</td>
            <Cell>{writeCount(node.spans)}</Cell>
            <Cell>{writeCount(node.entries)}</Cell>
            <Cell>{rate === undefined ? '–' : writeRate(node.entries, rate)}</Cell>
            <Failed failed={node.failed} all={node.entries} />
            <Length ms={node.duration.p50} />
            <Length ms={node.duration.p95} />
          </tr>
        ))}
      </Table>
      {map.edges.length > 0 && (
        <Table
          aria-label="Calls"
          words={['From', 'To']}
          numbers={['Calls', 'Rate', 'Failed', 'p50', 'p95']}
        >
          {map.edges.map((edge) => (
            <tr key={`${edge.from}\n${edge.to}`} aria-current={isCurrent(edge, selection)}>
              <th scope="row">{open(edge.from)}</th>
              <td>{open(edge.to)}</td>
              <Cell>
                <Link
                  to="/spans"
                  search={searchOfEdge(edge) as never}
                  title="Show the spans that are called: those of the second that have a parent"
                >
                  {writeCount(edge.calls)}
                </Link>
              </Cell>
              <Cell>{rate === undefined ? '–' : writeRate(edge.calls, rate)}</Cell>
              <Failed failed={edge.failed} all={edge.calls} />
              <Length ms={edge.duration.p50} />
              <Length ms={edge.duration.p95} />
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}

/** Returns true for the selected call. If only a node is selected, returns true for each call to or from that node. */
function isCurrent(edge: MapEdge, selection: MapSelection): boolean {
  const selected = selection.node?.id;
  return selection.edge === undefined
    ? edge.from === selected || edge.to === selected
    : edge === selection.edge;
}

function Cell({ children }: { readonly children: ReactNode }) {
  return <td className="num">{children}</td>;
}

function Failed({ failed, all }: { readonly failed: number; readonly all: number }) {
  return (
    <td className={`num ${failed > 0 ? 'bad' : ''}`} title={writeCount(failed)}>
      {failed === 0 ? '0' : `${writeCount(failed)} (${writeShare(failed, all)})`}
    </td>
  );
}

function Length({ ms }: { readonly ms: number | null }) {
  return (
    <td className="num" title={ms === null ? undefined : `${ms} ms`}>
      {writeMapMs(ms)}
    </td>
  );
}
