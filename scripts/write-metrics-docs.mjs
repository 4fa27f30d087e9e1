// docs/metrics.md from the metrics that the services register.
import { writeFileSync } from 'node:fs';
import { metricsDocument } from '../services/all-in-one/test/metrics-document.ts';

writeFileSync(new URL('../docs/metrics.md', import.meta.url), await metricsDocument());
process.exit(); // the event loop is watched for its delay
