import { startProcess } from '../running-process.js';

const IMAGES = ['ingest-gateway', 'span-consumer', 'trace-query', 'schema-migrator', 'all-in-one'];

describe('npm run images:check', () => {
  it('lints the Dockerfile, carries out its steps, and starts what comes out of them', async () => {
    const running = startProcess('scripts/check-images.mjs', {});

    const code = await running.exited;

    const lines = running.output().split('\n');
    expect(lines.slice(1)).toEqual(
      IMAGES.map((name) =>
        expect.stringMatching(`^${name}: \\d+ packages, starts and ends as it says$`),
      ),
    );
    expect(code).toBe(0);
  });
});
