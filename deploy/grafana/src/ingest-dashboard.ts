import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { alertsAndStarts } from './annotations.js';
import { createDashboard } from './create-dashboard.js';
import { choiceOf, chosen, PROMETHEUS } from './data-sources.js';
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
} from './ingest-panels.js';
import { processRow } from './process-panels.js';
import {
  credentials,
  grpcCalls,
  requestsByAnswer,
  requestsByRoute,
  slowestByRoute,
} from './requests-panels.js';
import { processesOf } from './variables.js';

export function ingestDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-ingest',
    title: 'Spanhouse / Ingest',
    description:
      'What senders ask of the gateways, what they are answered, and what goes into the log.',
    dataSource: chosen(PROMETHEUS),
    variables: [choiceOf(PROMETHEUS), ...processesOf('ingest-gateway')],
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
