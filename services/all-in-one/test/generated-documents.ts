import { configurationDocument } from './configuration-document.js';
import { metricsDocument } from './metrics-document.js';

/** Returns the content of every document that is generated from the code, keyed by its path in the repository. */
export async function generatedDocuments(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/configuration.md': configurationDocument(),
    'docs/metrics.md': await metricsDocument(),
  };
}
