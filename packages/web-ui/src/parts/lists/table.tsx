import type { ComponentProps } from 'react';
import styles from './table.module.css';

interface TableProps extends ComponentProps<'table'> {
  readonly caption?: string;
  /** Headings of the first columns. */
  readonly words: readonly string[];
  /** Headings of the numeric columns, which follow the first columns. */
  readonly numbers?: readonly string[];
  /** Headings of the columns after the numeric columns. */
  readonly notes?: readonly string[];
}

/** Table with a header row. The children are the remaining rows. */
export function Table(props: TableProps) {
  const { caption, words, numbers = [], notes = [], children, ...others } = props;
  const headings = (texts: readonly string[], className?: string) =>
    texts.map((text) => (
      <th key={text} scope="col" className={className}>
        {text}
      </th>
    ));
  return (
    <table className={styles['table']} {...others}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {headings(words)}
          {headings(numbers, 'num')}
          {headings(notes)}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
