import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { consumerDashboard } from './consumer-dashboard.js';
import { ingestDashboard } from './ingest-dashboard.js';
import { overviewDashboard } from './overview-dashboard.js';
import { projectDashboard } from './project-dashboard.js';
import { queryDashboard } from './query-dashboard.js';

/** By the name of their file in ../dashboards. */
export function dashboards(): Readonly<Record<string, Dashboard>> {
  return {
    'overview.json': overviewDashboard(),
    'ingest.json': ingestDashboard(),
    'consumer.json': consumerDashboard(),
    'query.json': queryDashboard(),
    'project.json': projectDashboard(),
  };
}

/** Without the place the SDK gives to every link: in a menu, where nobody looks. */
export function toJson(dashboard: Dashboard): string {
  const visible = (key: string, value: unknown) =>
    key === 'placement' && value === 'inControlsMenu' ? undefined : value;
  return `${JSON.stringify(dashboard, visible, 2)}\n`;
}
