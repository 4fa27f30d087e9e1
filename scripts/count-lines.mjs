// Counts the lines of code in tracked files, without comments and blank lines: `node scripts/count-lines.mjs [folder
// …]`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const counted = /\.(?:ts|tsx|js|mjs|cjs|mts|css|sql|py|sh)$/;
const recorded = /\/(?:fixtures|golden)\/.*(?<!\.(?:mjs|py|sh|ts))$/;
const test = /\.test\.tsx?$|\/(?:test|testing)\//;

const parts = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', ...parts], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => counted.test(path) && !recorded.test(path));

const totals = new Map();
for (const path of files) {
  const group = groupOf(path);
  const total = totals.get(group) ?? { files: 0, lines: 0 };
  totals.set(group, { files: total.files + 1, lines: total.lines + countLines(path) });
}
for (const [group, { files: number, lines }] of [...totals].sort()) {
  console.log(
    `${group.padEnd(24)} ${String(number).padStart(6)} files ${String(lines).padStart(8)} lines`,
  );
}

function groupOf(path) {
  const [folder] = path.split('/');
  if (path.includes('/test/recording/')) {
    return 'bench and scripts';
  }
  if (folder === 'packages' || folder === 'services') {
    return test.test(path) ? 'tests' : 'production';
  }
  return folder === 'bench' || folder === 'scripts' ? 'bench and scripts' : `other: ${folder}`;
}

function countLines(path) {
  const comment = path.endsWith('.sql') ? /^--/ : /\.(?:py|sh)$/.test(path) ? /^#/ : /^\/\//;
  let isComment = false;
  let lines = 0;
  for (const line of readFileSync(path, 'utf8')
    .split('\n')
    .map((each) => each.trim())) {
    const isStart = !isComment && line.startsWith('/*');
    if (isComment || isStart) {
      isComment = !line.includes('*/');
    } else if (line !== '' && !comment.test(line)) {
      lines += 1;
    }
  }
  return lines;
}
