import {
  type Dashboard,
  QueryVariableBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { createDashboard } from './create-dashboard.js';
import { CLICKHOUSE, choiceOf, chosen } from './data-sources.js';
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
} from './project-panels.js';

const PROJECTS = `SELECT toString(project_id) AS project
FROM spans
WHERE $__timeFilter(start_time)
GROUP BY project_id
ORDER BY count() DESC
LIMIT 100`;

function chosenProject(): QueryVariableBuilder {
  return new QueryVariableBuilder('project')
    .label('Project')
    .description('The largest of the time that is shown; any other id can be typed')
    .datasource(chosen(CLICKHOUSE))
    .query(PROJECTS)
    .definition(PROJECTS)
    .allowCustomValue(true)
    .refresh(VariableRefresh.OnTimeRangeChanged);
}

/** From ClickHouse: metrics have bounded labels, and projects are not bounded (docs/adr/108). */
export function projectDashboard(): Dashboard {
  return createDashboard({
    uid: 'spanhouse-project',
    title: 'Spanhouse / Project',
    description: 'What one project sends: amounts, errors, durations, tokens and costs.',
    dataSource: chosen(CLICKHOUSE),
    variables: [choiceOf(CLICKHOUSE), chosenProject()],
    rows: [
      { title: 'All projects', panels: [largestProjects()] },
      { title: 'This project', panels: projectFigures(), height: 4 },
      { title: 'Over time', panels: [projectSpans(), projectDuration(), projectDelay()] },
      { title: 'Models', panels: [projectTokens(), projectCost(), projectModels()] },
      { title: 'Where from', panels: [projectServices(), projectDeadLetters()] },
    ],
  });
}
