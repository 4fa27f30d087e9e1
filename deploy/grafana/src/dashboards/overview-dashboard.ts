import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { flowLag, flowWritten, timeToVisible } from '../panels/flow-panels.js';
import { publishDuration, spansByOutcome } from '../panels/ingest-panels.js';
import { healthPanels, nowPanels } from '../panels/overview-panels.js';
import { cpu, eventLoopDelay } from '../panels/process-panels.js';
import { readDuration, readsByOutcome, receiptWaits } from '../panels/query-panels.js';
import { requestsByAnswer } from '../panels/requests-panels.js';
import { budgets, freeDisk } from '../panels/saturation-panels.js';
import { alertsAndStarts } from '../queries/annotations.js';
import { chosen, dataSourceVariable, prometheus } from '../queries/data-sources.js';
import { processVariables } from '../queries/variables.js';
import { createDashboard } from './create-dashboard.js';

/**
 * Returns a dashboard that shows first whether anything is wrong, and then whether accepting, storing or reading is
 * affected.
 */
export function overviewDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-overview',
    title: 'Spanhouse / Overview',
    description: 'Are spans accepted, do they become visible in time, and can they be read?',
    dataSource: chosen(prometheus),
    variables: [
      dataSourceVariable(prometheus),
      ...processVariables('ingest-gateway', 'span-consumer', 'trace-query'),
    ],
    annotations: alertsAndStarts(),
    rows: [
      { title: 'Now', panels: nowPanels(), height: 4 },
      { title: 'What is wrong', panels: healthPanels(), height: 6 },
      { title: 'Accepted', panels: [spansByOutcome(), publishDuration(), requestsByAnswer()] },
      { title: 'Visible', panels: [flowWritten(), timeToVisible(), flowLag()] },
      { title: 'Read', panels: [readsByOutcome(), readDuration(), receiptWaits()] },
      { title: 'Room left', panels: [budgets(), freeDisk(), eventLoopDelay(), cpu()] },
    ],
  });
}
