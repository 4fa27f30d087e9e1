// `npm run helm:check`: checks the Helm chart with each of its value sets. An argument names a copy of the chart.
import { ourChart } from './helm/chart.mjs';
import { checkChart } from './helm/check-chart.mjs';
import { findTool, finish, report } from './report.mjs';
import { crdSchemas } from './tools/crd-schemas.mjs';
import { kubernetesSchemas } from './tools/kubernetes-schemas.mjs';
import { helmTool, kubeconformTool, nginx } from './tools/programs.mjs';

const tools = await findTool('the Helm chart is right with every value set', async () => {
  await Promise.all([kubernetesSchemas(), crdSchemas(), nginx()]);
  await kubeconformTool();
  return await helmTool();
});
if (tools !== undefined) {
  for (const [set, problems] of Object.entries(await checkChart(process.argv[2] ?? ourChart))) {
    report(set === 'chart' ? 'the generated files are current' : `the values of ${set}`, problems);
  }
}
finish();
