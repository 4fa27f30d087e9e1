// `npm run helm:generate`: writes the files of the chart that are generated from other files.
import { ourChart } from './helm/chart.mjs';
import { writeFiles } from './helm/generated-files.mjs';

writeFiles(ourChart);
