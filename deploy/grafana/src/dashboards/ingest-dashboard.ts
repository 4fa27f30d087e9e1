import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import {
  adapterFailures,
  bodiesInFlight,
  bodySizes,
  callsInFlight,
  droppedByCode,
  failedByReason,
  heldBackSenders,
  logInFlight,
  publishDuration,
  publishedBytes,
  publishesByOutcome,
  spansByOutcome,
} from '../panels/ingest-panels.js';
import { processRow } from '../panels/process-panels.js';
import {
  credentials,
  grpcCalls,
  requestsByAnswer,
  requestsByRoute,
  slowestByRoute,
} from '../panels/requests-panels.js';
import { alertsAndStarts } from '../queries/annotations.js';
import { chosen, dataSourceVariable, prometheus } from '../queries/data-sources.js';
import { processVariables } from '../queries/variables.js';
import { createDashboard } from './create-dashboard.js';

export function ingestDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-ingest',
    title: 'Spanhouse / Ingest',
    description:
      'What senders send to the gateways, how they are answered, and what enters the log.',
    dataSource: chosen(prometheus),
    variables: [dataSourceVariable(prometheus), ...processVariables('ingest-gateway')],
    annotations: alertsAndStarts(),
    rows: [
      { title: 'Spans', panels: [spansByOutcome(), droppedByCode(), failedByReason()] },
      {
        title: 'Requests',
        panels: [requestsByAnswer(), grpcCalls(), requestsByRoute(), slowestByRoute()],
      },
      { title: 'The log', panels: [publishDuration(), publishesByOutcome(), publishedBytes()] },
      {
        title: 'Senders',
        panels: [credentials(), heldBackSenders(), bodySizes(), adapterFailures()],
      },
      { title: 'Room left', panels: [bodiesInFlight(), logInFlight(), callsInFlight()] },
      processRow(),
    ],
  });
}
