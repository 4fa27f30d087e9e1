import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Everything the checks compare, from the repository at `root`. */
export function readManifests(root) {
  const text = (...path) => readFileSync(join(root, ...path), 'utf8');
  const folder = (name) => {
    const path = ['deploy/prometheus', name];
    return readdirSync(join(root, ...path)).map((file) => parse(text(...path, file)));
  };
  return {
    rules: folder('rules').flatMap(({ groups }) => groups.flatMap(({ rules }) => rules)),
    tests: folder('tests').flatMap(({ tests }) => tests),
    runbook: text('deploy/runbook.md'),
    metrics: text('docs/metrics.md'),
    settings: text('README.md'),
  };
}
