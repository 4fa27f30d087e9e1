import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import type { Filtering } from '../../filter-bar/filtering.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import { PlainButton } from '../../parts/button.js';
import table from '../../parts/lists/table.module.css';
import { MarkedText } from '../../parts/values/marked-text.js';
import { type ShownValue, tieValue } from '../../parts/values/shown-value.js';
import { ValueButton } from '../../parts/values/value-button.js';
import { useSearchParameters } from '../../url/use-search.js';
import { type ComparedAttribute, type ComparedRow, nameOfAttribute, rowsOf } from './comparison.js';
import styles from './selection.module.css';

const SHOWN_ROWS = 6;

interface AttributeTableProps {
  readonly attribute: ComparedAttribute;
  readonly filtering: Filtering | undefined;
}

/** Table of the values of an attribute: their shares among the selected spans and among the others. */
export function AttributeTable({ attribute, filtering }: AttributeTableProps): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const rows = rowsOf(attribute);
  const shown = isWhole || attribute.type === 'number' ? rows : rows.slice(0, SHOWN_ROWS);
  const name = nameOfAttribute(attribute);
  return (
    <section className={styles['attribute']}>
      <h2>
        <MarkedText text={name} />
        <span className="faint" title={`Score ${attribute.score}`}>
          differs by {percent(attribute.score)}
        </span>
      </h2>
      <table className={table['table']} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{attribute.type === 'number' ? 'Range' : 'Value'}</th>
            <th scope="col">Selected</th>
            <th scope="col">Others</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.text}>
              <th scope="row">
                <RowName row={row} attribute={attribute} filtering={filtering} />
              </th>
              <ShareCell share={row.selected} isSelected />
              <ShareCell share={row.rest} />
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <PlainButton onClick={() => setWhole(true)}>
          Show {rows.length - shown.length} more
        </PlainButton>
      )}
    </section>
  );
}

interface RowNameProps extends AttributeTableProps {
  readonly row: ComparedRow;
}

/** Name of a row. A value has the value menu; a range links to its spans. */
function RowName({ row, attribute, filtering }: RowNameProps): ReactElement {
  const [{ w }] = useSearchParameters();
  const { text, value, range } = row;
  if (range !== undefined) {
    const conditions = filtering === undefined ? range : [filtering, ...range];
    const q = writeFilterText({ operator: 'and', conditions });
    return (
      <Link to="/spans" search={{ q, w } as never} title="Show its spans">
        {text}
      </Link>
    );
  }
  if (value === undefined) {
    return <span className="faint">{text}</span>;
  }
  const { field, key } = attribute;
  const place = { field, ...(key !== undefined && { key }) };
  const shown: ShownValue = { name: nameOfAttribute(attribute), place, value, text };
  return (
    <span className={styles['value']} ref={tieValue(shown)} data-value>
      <span className="cut" title={text}>
        <MarkedText text={text} />
      </span>
      <ValueButton shown={shown} />
    </span>
  );
}

interface ShareCellProps {
  readonly share: number;
  readonly isSelected?: boolean;
}

function ShareCell({ share, isSelected = false }: ShareCellProps): ReactElement {
  return (
    <td title={String(share)}>
      <span className={styles['share']}>
        <i
          className={isSelected ? styles['selected'] : ''}
          style={{ width: share === 0 ? 0 : `max(1px, ${100 * share}%)` }}
          aria-hidden="true"
        />
        <span>{percent(share)}</span>
      </span>
    </td>
  );
}

/** Formats a share: `63 %`, `<1 %`. */
function percent(share: number): string {
  return share > 0 && share < 0.01 ? '<1 %' : `${Math.round(100 * share)} %`;
}
