import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { alertsAndStarts } from './annotations.js';
import { createDashboard } from './create-dashboard.js';
import { choiceOf, chosen, PROMETHEUS } from './data-sources.js';
import { flowLag, flowWritten, timeToVisible } from './flow-panels.js';
import { publishDuration, spansByOutcome } from './ingest-panels.js';
import { healthPanels, nowPanels } from './overview-panels.js';
import { cpu, eventLoopDelay } from './process-panels.js';
import { readDuration, readsByOutcome, receiptWaits } from './query-panels.js';
import { requestsByAnswer } from './requests-panels.js';
import { budgets, freeDisk } from './saturation-panels.js';
import { processesOf } from './variables.js';

/** Read from top to bottom: is anything wrong, and if so, is it accepting, storing, or reading. */
export function overviewDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-overview',
    title: 'Spanhouse / Overview',
    description: 'Are spans accepted, do they become visible in time, and can they be read?',
    dataSource: chosen(PROMETHEUS),
    variables: [
      choiceOf(PROMETHEUS),
      ...processesOf('ingest-gateway', 'span-consumer', 'trace-query'),
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
