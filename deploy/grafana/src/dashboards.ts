import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { consumerDashboard } from './dashboards/consumer-dashboard.js';
import { ingestDashboard } from './dashboards/ingest-dashboard.js';
import { overviewDashboard } from './dashboards/overview-dashboard.js';
import { proberDashboard } from './dashboards/prober-dashboard.js';
import { projectDashboard } from './dashboards/project-dashboard.js';
import { queryDashboard } from './dashboards/query-dashboard.js';

/** Returns the dashboards, keyed by file name in deploy/grafana/dashboards. */
export function dashboards(): Readonly<Record<string, Dashboard>> {
  return {
    'overview.json': overviewDashboard(),
    'ingest.json': ingestDashboard(),
    'consumer.json': consumerDashboard(),
    'query.json': queryDashboard(),
    'prober.json': proberDashboard(),
    'project.json': projectDashboard(),
  };
}

/**
 * Serializes a dashboard. Drops the placement that the SDK adds to every link, because this placement would move the
 * links into a menu.
 */
export function toJson(dashboard: Dashboard): string {
  const visible = (key: string, value: unknown) =>
    key === 'placement' && value === 'inControlsMenu' ? undefined : value;
  return `${JSON.stringify(dashboard, visible, 2)}\n`;
}
