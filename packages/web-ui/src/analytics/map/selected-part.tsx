import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { MarkedText } from '../../parts/values/marked-text.js';
import type { Search } from '../../url/search-text.js';
import { type CallMap, nameOfNode } from './call-map.js';
import styles from './map.module.css';
import {
  writeEdgeNumbers,
  writeExactNumbers,
  writeMapMs,
  writeNodeNumbers,
} from './map-numbers.js';
import type { MapRate } from './map-rate.js';
import type { MapSelection } from './use-map-selection.js';

interface SelectedPartProps {
  readonly map: CallMap;
  readonly rate: MapRate | undefined;
  readonly selection: MapSelection;
  readonly search: Search | undefined;
}

/** Describes the selected node or call, with a link to its spans. */
export function SelectedPart({ map, rate, selection, search }: SelectedPartProps): ReactElement {
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
