import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { alertsAndStarts } from './annotations.js';
import {
  bytesOnDisk,
  diskFree,
  longestMerge,
  merges,
  partsOfPartition,
  reachable,
} from './clickhouse-panels.js';
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
  waitByPartition,
} from './consumer-panels.js';
import { createDashboard } from './create-dashboard.js';
import { choiceOf, chosen, PROMETHEUS } from './data-sources.js';
import { flowLag, flowWritten, timeToVisible } from './flow-panels.js';
import { processRow } from './process-panels.js';
import { processesOf } from './variables.js';

export function consumerDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-consumer',
    title: 'Spanhouse / Consumer and ClickHouse',
    description: 'How spans get from the log into ClickHouse, and how ClickHouse keeps up.',
    dataSource: chosen(PROMETHEUS),
    variables: [choiceOf(PROMETHEUS), ...processesOf('span-consumer')],
    annotations: alertsAndStarts(),
    rows: [
      { title: 'Progress', panels: [flowWritten(), timeToVisible(), flowLag()] },
      { title: 'Partitions', panels: [lagByPartition(), waitByPartition(), partitionsOwned()] },
      { title: 'Trouble', panels: [retries(), deadLetters(), replays(), deletes()] },
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
