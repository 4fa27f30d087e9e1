import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { processRow } from '../panels/process-panels.js';
import {
  answersHeld,
  catalogLookUps,
  readDuration,
  readDurationByKind,
  readsByKind,
  readsByOutcome,
  readsInFlight,
  receiptWaits,
  receiptWaitsByOutcome,
  slowClients,
  staleSnapshots,
} from '../panels/query-panels.js';
import {
  credentials,
  requestsByAnswer,
  requestsByRoute,
  slowestByRoute,
} from '../panels/requests-panels.js';
import { alertsAndStarts } from '../queries/annotations.js';
import { chosen, dataSourceVariable, prometheus } from '../queries/data-sources.js';
import { processVariables } from '../queries/variables.js';
import { createDashboard } from './create-dashboard.js';

export function queryDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-query',
    title: 'Spanhouse / Query',
    description: 'What is read, how long it takes, and how fresh it is.',
    dataSource: chosen(prometheus),
    variables: [dataSourceVariable(prometheus), ...processVariables('trace-query')],
    annotations: alertsAndStarts(),
    rows: [
      { title: 'Reads', panels: [readsByOutcome(), readsByKind(), readsInFlight()] },
      { title: 'How long', panels: [readDuration(), readDurationByKind()] },
      { title: 'How fresh', panels: [receiptWaits(), receiptWaitsByOutcome(), staleSnapshots()] },
      { title: 'Slow clients', panels: [answersHeld(), slowClients()] },
      { title: 'Requests', panels: [requestsByAnswer(), requestsByRoute(), slowestByRoute()] },
      { title: 'Who asks', panels: [credentials(), catalogLookUps()] },
      processRow(),
    ],
  });
}
