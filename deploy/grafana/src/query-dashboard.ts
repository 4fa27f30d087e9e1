import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { alertsAndStarts } from './annotations.js';
import { createDashboard } from './create-dashboard.js';
import { choiceOf, chosen, PROMETHEUS } from './data-sources.js';
import { processRow } from './process-panels.js';
import {
  catalogLookUps,
  readDuration,
  readDurationByKind,
  readsByKind,
  readsByOutcome,
  readsInFlight,
  receiptWaits,
  receiptWaitsByOutcome,
  staleSnapshots,
} from './query-panels.js';
import {
  credentials,
  requestsByAnswer,
  requestsByRoute,
  slowestByRoute,
} from './requests-panels.js';
import { processesOf } from './variables.js';

export function queryDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-query',
    title: 'Spanhouse / Query',
    description: 'What is read, how long it takes, and how fresh it is.',
    dataSource: chosen(PROMETHEUS),
    variables: [choiceOf(PROMETHEUS), ...processesOf('trace-query')],
    annotations: alertsAndStarts(),
    rows: [
      { title: 'Reads', panels: [readsByOutcome(), readsByKind(), readsInFlight()] },
      { title: 'How long', panels: [readDuration(), readDurationByKind()] },
      { title: 'How fresh', panels: [receiptWaits(), receiptWaitsByOutcome(), staleSnapshots()] },
      { title: 'Requests', panels: [requestsByAnswer(), requestsByRoute(), slowestByRoute()] },
      { title: 'Who asks', panels: [credentials(), catalogLookUps()] },
      processRow(),
    ],
  });
}
