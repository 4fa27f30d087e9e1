// `npm run compose:check`: compares docker-compose.yml with the compose specification, the configuration schemas of the
// services, the mounted files, and the routes of its proxy. An argument names another compose file.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { containerProblems } from './compose/check-containers.mjs';
import { environmentProblems } from './compose/check-environment.mjs';
import { addressProblems, mountProblems } from './compose/check-mounts.mjs';
import { composeReader, readCompose, settingProblems } from './compose/read-compose.mjs';
import { routerProblems } from './helm/check-router.mjs';
import { destinationsOf } from './helm/expected-destinations.mjs';
import { findTool, finish, hasFailed, report } from './report.mjs';
import { nginx } from './tools/programs.mjs';

const path = resolve(process.argv[2] ?? 'docker-compose.yml');

const checks = {
  'every variable is read by the service that gets it, with a valid value': environmentProblems,
  'every address names a service and a port that it opens': addressProblems,
  'every mounted file exists, is read-only and names services that exist': mountProblems,
  'every container is pinned, limited, healthy and unprivileged': containerProblems,
};

report('.env.example and the file name the same settings', settingProblems(path));
const reader = await findTool('the file follows the compose specification', composeReader);
if (reader !== undefined) {
  const { services, problems } = await readCompose(reader, path);
  report('the file follows the compose specification', problems);
  for (const [check, find] of Object.entries(checks)) {
    report(
      check,
      services.flatMap((service) =>
        find(service, services).map((problem) => `${service.name}: ${problem}`),
      ),
    );
  }
}
const proxyCheck = 'the proxy sends every route to the service that has it';
if (!hasFailed() && (await findTool(proxyCheck, nginx)) !== undefined) {
  const config = readFileSync('deploy/compose/nginx.conf', 'utf8');
  report(proxyCheck, await routerProblems(config, destinationsOf({ isAdminExposed: true })));
}
finish();
