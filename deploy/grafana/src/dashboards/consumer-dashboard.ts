import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import {
  bytesOnDisk,
  diskFree,
  longestMerge,
  merges,
  partsOfPartition,
  reachable,
} from '../panels/clickhouse-panels.js';
import {
  blockBytes,
  blockSpans,
  blocksByOutcome,
  deadLetters,
  deletes,
  flushDuration,
  heldMemory,
  lagByPartition,
  partitionsOwned,
  replays,
  retries,
  unaccountedSpans,
  uncomparedMessages,
  unreadAge,
  waitByPartition,
} from '../panels/consumer-panels.js';
import { flowLag, flowWritten, timeToVisible } from '../panels/flow-panels.js';
import { processRow } from '../panels/process-panels.js';
import { alertsAndStarts } from '../queries/annotations.js';
import { chosen, dataSourceVariable, prometheus } from '../queries/data-sources.js';
import { processVariables } from '../queries/variables.js';
import { createDashboard } from './create-dashboard.js';

export function consumerDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-consumer',
    title: 'Spanhouse / Consumer and ClickHouse',
    description: 'How spans move from the log to ClickHouse, and whether ClickHouse keeps up.',
    dataSource: chosen(prometheus),
    variables: [dataSourceVariable(prometheus), ...processVariables('span-consumer')],
    annotations: alertsAndStarts(),
    rows: [
      { title: 'Progress', panels: [flowWritten(), timeToVisible(), flowLag()] },
      {
        title: 'Partitions',
        panels: [lagByPartition(), waitByPartition(), unreadAge(), partitionsOwned()],
      },
      { title: 'Trouble', panels: [retries(), deadLetters(), replays(), deletes()] },
      { title: 'Every accepted span', panels: [unaccountedSpans(), uncomparedMessages()] },
      { title: 'Blocks', panels: [flushDuration(), blocksByOutcome(), blockSpans(), blockBytes()] },
      { title: 'ClickHouse keeps up', panels: [partsOfPartition(), merges(), longestMerge()] },
      {
        title: 'ClickHouse has room',
        panels: [reachable(), bytesOnDisk(), diskFree(), heldMemory()],
      },
      processRow(),
    ],
  });
}
