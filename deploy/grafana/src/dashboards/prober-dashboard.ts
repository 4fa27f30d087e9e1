import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import {
  failedReads,
  pendingChecks,
  probeFigures,
  probeOutcomes,
  probeTimeToVisible,
  probeVisibleShare,
  probeWrites,
} from '../panels/prober-panels.js';
import { processRow } from '../panels/process-panels.js';
import { alertsAndStarts } from '../queries/annotations.js';
import { chosen, dataSourceVariable, prometheus } from '../queries/data-sources.js';
import { processVariables } from '../queries/variables.js';
import { createDashboard } from './create-dashboard.js';

export function proberDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-prober',
    title: 'Spanhouse / Prober',
    description: 'Do clients see what they sent, through every read path, and how soon?',
    dataSource: chosen(prometheus),
    variables: [dataSourceVariable(prometheus), ...processVariables('prober')],
    annotations: alertsAndStarts(),
    rows: [
      { title: 'Must be zero', panels: probeFigures(), height: 4 },
      { title: 'Visible', panels: [probeTimeToVisible(), probeVisibleShare(), probeOutcomes()] },
      { title: 'Trouble', panels: [probeWrites(), failedReads(), pendingChecks()] },
      processRow(),
    ],
  });
}
