import type { Readiness } from '@spanhouse/span-schema/api';
import { Table } from '../parts/lists/table.js';
import { MarkedText, writeCount, writeMs } from '../parts/values/write-value.js';
import { faultOf } from './drop-codes.js';
import type { DroppedCode, PartitionState } from './ingest-answer.js';

const MS_PER_SECOND = 1000;
/** Table of the consumers' progress in each partition. */
export function PartitionTable({ partitions }: { readonly partitions: readonly PartitionState[] }) {
  return (
    <Table
      caption="Partitions of the log"
      words={['Partition']}
      numbers={['Stored up to', 'End', 'Unread', 'Age of the first unread']}
    >
      {partitions.map(({ partition, committed, end, lag_records: lag, lag_seconds: seconds }) => (
        <tr key={partition}>
          <th scope="row">{partition}</th>
          <td className="mono num">{writeCount(committed)}</td>
          <td className="mono num">{writeCount(end)}</td>
          <td className="mono num">{writeCount(lag)}</td>
          <td className="mono num" title={`${seconds} s`}>
            {lag === 0 ? '–' : writeMs(seconds * MS_PER_SECOND)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/**
 * Table of entries that the gateways dropped, by code. The senders received the same codes, together with the span ids.
 */
export function DroppedTable({ dropped }: { readonly dropped: readonly DroppedCode[] }) {
  return (
    <Table caption="Dropped spans by code" words={['Code']} numbers={['Spans']} notes={['Fault']}>
      {dropped.length === 0 && (
        <tr>
          <td colSpan={3} className="quiet">
            No span was dropped.
          </td>
        </tr>
      )}
      {dropped.map(({ code, count }) => (
        <tr key={code}>
          <th scope="row" className="mono">
            <MarkedText text={code} />
          </th>
          <td className="mono num">{writeCount(count)}</td>
          <td>{faultOf(code)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Table of the dependencies and warnings that this page's service reports. */
export function DependencyTable({ readiness }: { readonly readiness: Readiness | undefined }) {
  if (readiness === undefined) {
    return null;
  }
  const { dependencies, warnings = {} } = readiness;
  return (
    <Table caption="What this service depends on" words={['Name', 'State', 'Reason']}>
      {Object.entries(dependencies).map(([name, { state, reason = '' }]) => (
        <tr key={name}>
          <th scope="row" className="mono">
            {name}
          </th>
          <td className={state === 'lost' ? 'bad' : undefined}>{state}</td>
          <td>
            <MarkedText text={reason} />
          </td>
        </tr>
      ))}
      {Object.entries(warnings).map(([subject, warning]) => (
        <tr key={`warning ${subject}`}>
          <th scope="row" className="mono">
            {subject}
          </th>
          <td className="bad">warning</td>
          <td>
            <MarkedText text={warning} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
