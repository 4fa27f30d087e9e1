// Runs npm scripts one after the other, even if one of them fails: `run-in-turn.mjs 'test -- --coverage' test:rest`.
// Each script prints its counts in its last line, and the last line of this script contains the sums of these counts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const countsLine = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm;

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const script of process.argv.slice(2)) {
  console.log(`\nnpm run ${script}`);
  const { output, code } = await run(script.split(' '));
  const [, passed = 0, failed = 0, skipped = 0] = [...output.matchAll(countsLine)].at(-1) ?? [];
  sum.passed += Number(passed);
  // a script without counts in its last line has failed
  sum.failed += Number(failed) || (code === 0 ? 0 : 1);
  sum.skipped += Number(skipped);
}
const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/** Runs a script and prints its output. Resolves with the end of the output and the exit code. */
async function run(args) {
  const child = spawn('npm', ['run', '--silent', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    output = (output + text).slice(-10_000);
  });
  const [code] = await once(child, 'close');
  return { output, code };
}
