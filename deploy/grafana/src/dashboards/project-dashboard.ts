import {
  type Dashboard,
  QueryVariableBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import {
  largestProjects,
  projectCost,
  projectDeadLetters,
  projectDelay,
  projectDuration,
  projectFigures,
  projectModels,
  projectServices,
  projectSpans,
  projectTokens,
} from '../panels/project-panels.js';
import { chosen, clickhouse, dataSourceVariable } from '../queries/data-sources.js';
import { createDashboard } from './create-dashboard.js';

const projects = `SELECT toString(project_id) AS project
FROM spans
WHERE $__timeFilter(start_time)
GROUP BY project_id
ORDER BY count() DESC
LIMIT 100`;

function chosenProject(): QueryVariableBuilder {
  return new QueryVariableBuilder('project')
    .label('Project')
    .description('The largest of the time that is shown; any other id can be typed')
    .datasource(chosen(clickhouse))
    .query(projects)
    .definition(projects)
    .allowCustomValue(true)
    .refresh(VariableRefresh.OnTimeRangeChanged);
}

/** Returns a dashboard that queries ClickHouse, because metrics have no label for projects (ADR 095). */
export function projectDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-project',
    title: 'Spanhouse / Project',
    description: 'What one project sends: volume, errors, durations, tokens and costs.',
    dataSource: chosen(clickhouse),
    variables: [dataSourceVariable(clickhouse), chosenProject()],
    rows: [
      { title: 'All projects', panels: [largestProjects()] },
      { title: 'This project', panels: projectFigures(), height: 4 },
      { title: 'Over time', panels: [projectSpans(), projectDuration(), projectDelay()] },
      { title: 'Models', panels: [projectTokens(), projectCost(), projectModels()] },
      { title: 'Where from', panels: [projectServices(), projectDeadLetters()] },
    ],
  });
}
