import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { anonymousBytes, nameOf, readMemory } from './process-memory.js';

describe('nameOf', () => {
  it.each([
    ['node\0services/ingest-gateway/dist/main.js', 'ingest-gateway'],
    ['spanhouse-clickhouse', 'clickhouse'],
    ['java\0-Xmx256m\0kafka.Kafka\0server.properties', 'kafka'],
    ['java\0kafka.tools.StorageTool\0format', undefined],
  ])('names what %j runs', (commandLine, name) => {
    expect(nameOf(commandLine)).toBe(name);
  });
});

describe('anonymousBytes', () => {
  it('leaves out the pages of files', () => {
    const status = 'Name:\tnode\nVmRSS:\t  900 kB\nRssAnon:\t     300 kB\nRssFile:\t     600 kB\n';

    expect(anonymousBytes(status)).toBe(300 * 1024);
  });

  it('is 0 for a process that has ended', () => {
    expect(anonymousBytes('')).toBe(0);
  });
});

describe('readMemory', () => {
  it('finds processes that a child has started', async () => {
    const program = 'setTimeout(() => {}, 60000); console.log("started")';
    const grandchild = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(program)}, 'services/some-service/dist/main.js'], { stdio: 'inherit' })`;
    const child = spawn(process.execPath, ['-e', grandchild], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    await once(child.stdout, 'data');

    const memory = readMemory();
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');

    expect(memory.get('some-service')).toBeGreaterThan(1_000_000);
  });
});
