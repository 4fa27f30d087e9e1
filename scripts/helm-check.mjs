// Checks the Helm chart: `npm run helm:check`. --json for programs; --chart checks a copy; --tools only gets the
// tools, and ends with 3 where they cannot be had.
import { parseArgs } from 'node:util';
import { CHART } from './helm/chart.mjs';
import { checkChart } from './helm/check-chart.mjs';
import { crdSchemas } from './tools/crd-schemas.mjs';
import { helmTool } from './tools/helm.mjs';
import { kubeconformTool } from './tools/kubeconform.mjs';
import { kubernetesSchemas } from './tools/kubernetes-schemas.mjs';
import { nginx } from './tools/nginx.mjs';

const EXIT_NO_TOOLS = 3;

const { values } = parseArgs({
  options: {
    chart: { type: 'string', default: CHART },
    json: { type: 'boolean', default: false },
    tools: { type: 'boolean', default: false },
  },
});

async function hasTools() {
  try {
    await Promise.all([kubernetesSchemas(), crdSchemas(), nginx()]);
    await kubeconformTool();
    await helmTool();
    return true;
  } catch (error) {
    console.error(error.message);
    process.exitCode = EXIT_NO_TOOLS;
    return false;
  }
}

async function check() {
  const problems = await checkChart(values.chart);
  if (values.json) {
    console.log(JSON.stringify(problems));
    return;
  }
  for (const [set, found] of Object.entries(problems)) {
    console.log(`${set}: ${found.length === 0 ? 'ok' : ''}`);
    for (const problem of found) console.log(`  ${problem}`);
  }
  process.exitCode = Object.values(problems).flat().length > 0 ? 1 : 0;
}

if ((await hasTools()) && !values.tools) await check();
