import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const repository = resolve(__dirname, '../..');
const nodeFlags = ['--conditions=@spanhouse/source', '--import', 'tsx'];

export interface Edit {
  /** The path of the file in the repository. */
  readonly file: string;
  /** Pattern or string whose occurrences are all replaced with `to`. If it is absent, `to` is appended to the file. */
  readonly from?: string | RegExp;
  readonly to: string;
}

/** Runs a check on an edited copy of repository files. Returns its output and its exit code. */
export function checkEdited(
  script: string,
  { paths, argument, edits }: CopyOptions,
): { readonly code: number | null; readonly output: string } {
  const copy = mkdtempSync(join(tmpdir(), 'spanhouse-check-'));
  try {
    for (const path of paths) {
      cpSync(join(repository, path), join(copy, path), { recursive: true });
    }
    for (const edit of edits) {
      applyEdit(copy, edit);
    }
    const args = [...nodeFlags, join('scripts', script), join(copy, argument)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: status, output: `${stdout}${stderr}` };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Runs a string as an ES module in the folder of the scripts. Returns the output. */
export function runModule(text: string): string {
  const args = [...nodeFlags, '--input-type=module', '--eval', text];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: join(repository, 'scripts'),
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}

export interface CopyOptions {
  /** The files and folders of the repository that are copied. */
  readonly paths: readonly string[];
  /** Path within the copy, passed to the script as its argument. */
  readonly argument: string;
  readonly edits: readonly Edit[];
}

function applyEdit(copy: string, { file, from, to }: Edit): void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const edited = from === undefined ? `${text}\n${to}\n` : text.replaceAll(from, to);
  if (edited === text) {
    throw new Error(`${file} does not contain ${from}`);
  }
  writeFileSync(path, edited);
}
