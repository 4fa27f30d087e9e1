// Checks the Helm chart: `npm run helm:check`; with --json for programs, --chart and --sets for a part.
import { parseArgs } from 'node:util';
import { CHART } from './helm/chart.mjs';
import { checkChart } from './helm/check-chart.mjs';

const { values } = parseArgs({
  options: {
    chart: { type: 'string', default: CHART },
    sets: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const problems = await checkChart(values.chart, values.sets?.split(','));
if (values.json) {
  console.log(JSON.stringify(problems));
} else {
  for (const [set, found] of Object.entries(problems)) {
    console.log(`${set}: ${found.length === 0 ? 'ok' : ''}`);
    for (const problem of found) console.log(`  ${problem}`);
  }
}
process.exitCode = Object.values(problems).flat().length > 0 ? 1 : 0;
