// Writes what the chart has from elsewhere: its schema, the table of its README, its copy of the rules.
import { CHART } from './helm/chart.mjs';
import { writeFiles } from './helm/generated-files.mjs';

writeFiles(CHART);
