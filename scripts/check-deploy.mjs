// `npm run check:deploy`: runs the checks of the deployment files one after the other. The last line counts all of them.
import { spawnSync } from 'node:child_process';

const countsLine = /^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/m;

let passed = 0;
let failed = 0;
for (const script of [
  'helm:check',
  'compose:check',
  'images:check',
  'rules:check',
  'checks:test',
]) {
  console.log(`\n${script}`);
  const { stdout, status } = spawnSync('npm', ['run', '--silent', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(stdout);
  const counts = countsLine.exec(stdout);
  passed += Number(counts?.[1] ?? 0);
  // a script that ends without printing its counts has failed
  failed += Number(counts?.[2] ?? 0) || (status === 0 ? 0 : 1);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
