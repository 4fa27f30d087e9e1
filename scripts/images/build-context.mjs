// What a builder is sent: the files of a folder that its .dockerignore lets through.
import { cpSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export function copyBuildContext(from, to) {
  const rules = readFileSync(join(from, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toRule);
  cpSync(from, to, {
    recursive: true,
    filter: (source) => source === from || isWanted(relative(from, source), rules),
  });
}

function toRule(line) {
  const isException = line.startsWith('!');
  const pattern = isException ? line.slice(1) : line;
  const source = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll('**', '.+')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return { isException, expression: new RegExp(`^${source}$`), folders: foldersOf(pattern) };
}

/** Folders on the way to an exception have to be entered. */
function foldersOf(pattern) {
  const parts = pattern.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The last rule that matches the path, or a folder above it, decides. */
function isWanted(path, rules) {
  const parts = path.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const rule = rules.findLast(
    ({ expression, isException, folders }) =>
      paths.some((candidate) => expression.test(candidate)) ||
      (isException && folders.includes(path)),
  );
  return rule === undefined || rule.isException;
}
