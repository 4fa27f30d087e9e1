import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preallocate } from './preallocate.js';

const MIB = 1024 * 1024;

function newFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'spanhouse-preallocate-')), 'file');
  writeFileSync(file, text);
  return file;
}

describe('preallocate', () => {
  it('appends zeros to the existing content up to the size', async () => {
    const file = newFile('head');

    await preallocate(file, 2 * MIB + 5, 0);

    const bytes = readFileSync(file);
    expect(bytes.byteLength).toBe(2 * MIB + 5);
    expect(bytes.subarray(0, 4).toString()).toBe('head');
    expect(bytes.subarray(4).every((byte) => byte === 0)).toBe(true);
  });

  it('does not change a file that is large enough', async () => {
    const file = newFile('0123456789');

    await preallocate(file, 5, 0);

    expect(readFileSync(file, 'utf8')).toBe('0123456789');
  });

  it('does not use space that must stay free', async () => {
    const file = newFile('head');

    await preallocate(file, MIB, Number.MAX_SAFE_INTEGER);

    expect(statSync(file).size).toBe(4);
  });
});
