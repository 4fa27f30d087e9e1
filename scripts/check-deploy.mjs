// `npm run check:deploy`: runs the checks of dependencies and of deployment files one by one. The last line counts them all.
import { spawnSync } from 'node:child_process';

const ofDeployment = ['helm', 'compose', 'images', 'rules'].map((name) => `${name}:check`);
const countsLine = /^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/m;

let passed = 0;
let failed = 0;
for (const script of ['audit', ...ofDeployment, 'checks:test', 'upstream:check']) {
  console.log(`\n${script}`);
  const { stdout, status } = spawnSync('npm', ['run', '--silent', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(stdout);
  const counts = countsLine.exec(stdout);
  passed += Number(counts?.[1] ?? 0);
  // A script that ends without printing its counts has failed.
  failed += Number(counts?.[2] ?? 0) || (status === 0 ? 0 : 1);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
