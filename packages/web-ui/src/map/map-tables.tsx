import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { writeCount } from '../parts/format-number.js';
import { MarkedText } from '../parts/marked-text.js';
import table from '../parts/table.module.css';
import type { Search } from '../url/search-text.js';
import { type CallMap, type MapNode, nameOfNode } from './call-map.js';
import styles from './map.module.css';
import { writeMapMs, writeShare } from './map-numbers.js';

interface MapTablesProps {
  readonly map: CallMap;
  readonly selected: string | undefined;
  /** The parameters with which the explorer shows the spans of a node. */
  readonly searchOf: (node: MapNode) => Search;
}

/** The nodes of the map, and the calls between them. */
export function MapTables({ map, selected, searchOf }: MapTablesProps): ReactElement {
  const nodes = new Map(map.nodes.map((node) => [node.id, node]));
  const open = (id: string) => {
    const node = nodes.get(id);
    return (
      node && (
        <Link to="/spans" search={searchOf(node) as never} title="Show its spans">
          <MarkedText text={nameOfNode(node)} />
        </Link>
      )
    );
  };
  return (
    <div className={styles['tables']}>
      <table className={table['table']} aria-label="Service map">
        <Head words={['Name', 'Type']} numbers={['Spans', 'Entries', 'Failed', 'p50', 'p95']} />
        <tbody>
          {map.nodes.map((node) => (
            <tr key={node.id} aria-current={node.id === selected}>
              <th scope="row">{open(node.id)}</th>
              <td className="quiet">{node.span_type ?? 'service'}</td>
              <Cell>{writeCount(node.spans)}</Cell>
              <Cell>{writeCount(node.entries)}</Cell>
              <Failed failed={node.failed} all={node.entries} />
              <Length ms={node.duration.p50} />
              <Length ms={node.duration.p95} />
            </tr>
          ))}
        </tbody>
      </table>
      {map.edges.length > 0 && (
        <table className={table['table']} aria-label="Calls">
          <Head words={['From', 'To']} numbers={['Calls', 'Failed', 'p50', 'p95']} />
          <tbody>
            {map.edges.map(({ from, to, calls, failed, duration }) => (
              <tr key={`${from}\n${to}`} aria-current={from === selected || to === selected}>
                <th scope="row">{open(from)}</th>
                <td>{open(to)}</td>
                <Cell>{writeCount(calls)}</Cell>
                <Failed failed={failed} all={calls} />
                <Length ms={duration.p50} />
                <Length ms={duration.p95} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface HeadProps {
  readonly words: readonly string[];
  readonly numbers: readonly string[];
}

function Head({ words, numbers }: HeadProps): ReactElement {
  return (
    <thead>
      <tr>
        {words.map((word) => (
          <th key={word} scope="col">
            {word}
          </th>
        ))}
        {numbers.map((word) => (
          <th key={word} scope="col" className="num">
            {word}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Cell({ children }: { readonly children: ReactNode }): ReactElement {
  return <td className="num">{children}</td>;
}

function Failed({ failed, all }: { readonly failed: number; readonly all: number }): ReactElement {
  return (
    <td className={`num ${failed > 0 ? 'bad' : ''}`} title={writeCount(failed)}>
      {failed === 0 ? '0' : `${writeCount(failed)} (${writeShare(failed, all)})`}
    </td>
  );
}

function Length({ ms }: { readonly ms: number | null }): ReactElement {
  return (
    <td className="num" title={ms === null ? undefined : `${ms} ms`}>
      {writeMapMs(ms)}
    </td>
  );
}
