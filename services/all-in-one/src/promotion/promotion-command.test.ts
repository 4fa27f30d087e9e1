import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
import { noProgress } from '@spanhouse/trace-store/moving';
import {
  confirm,
  type PromotionBackends,
  type PromotionCommandOptions,
  promote,
  undo,
  verify,
} from './promotion-command.js';
import { openPromotionFiles, type PromotionRequest } from './promotion-files.js';

const target = { KAFKA_BROKERS: 'localhost:9092', CATALOG_URL: 'postgresql://localhost/catalog' };

/** Creates backends that record calls. A simulated process fulfils each request before the command checks again. */
function world(changes: Partial<PromotionBackends> = {}) {
  const files = openPromotionFiles(mkdtempSync(join(tmpdir(), 'spanhouse-promotion-')));
  const calls: string[] = [];
  const said: string[] = [];
  let nowMs = 0;
  let follows = (request: PromotionRequest): boolean => request !== undefined;
  const backends: PromotionBackends = {
    isRunning: () => Promise.resolve(true),
    prepareTarget: () => Promise.resolve(void calls.push('prepare')),
    copy: (state) => {
      calls.push(`copy before ${state.log.generation}`);
      files.writeProgress({ ...noProgress, isComplete: true });
      return Promise.resolve();
    },
    verify: () => Promise.resolve(void calls.push('verify')).then(() => []),
    ...changes,
  };
  const options: PromotionCommandOptions = {
    files,
    backends,
    target,
    say: (line) => void said.push(line),
    clock: {
      nowMs: () => nowMs,
      sleep: (ms) => {
        nowMs += ms;
        const request = files.readRequest();
        if (request !== undefined && follows(request)) {
          const log = { logId: 'log', generation: 5 };
          const facts = { database: 'spanhouse', changedAt: '2026-05-01T10:00:00Z' };
          const { promotionId, form } = request;
          files.writeState({ promotionId, form, log, embeddedGeneration: 4, ...facts });
        }
        return Promise.resolve();
      },
    },
  };
  const ignore = (problem: string) => {
    follows = ({ promotionId, form }) => {
      if (files.readProblem() === undefined) {
        files.writeProblem({ promotionId, form, problem });
      }
      return false;
    };
  };
  return { files, calls, said, options, ignore };
}

describe('npm run promote', () => {
  it('continues where it was interrupted, with the same promotion', async () => {
    const { files, calls, options } = world({
      copy: () => Promise.reject(new AppError('CLICKHOUSE_UNAVAILABLE', 'broken off')),
    });
    await expect(promote(options)).rejects.toThrow('broken off');
    const begun = files.readRequest();
    const copy = () => Promise.resolve();

    await promote({ ...options, backends: { ...options.backends, copy } });

    expect(files.readRequest()).toEqual(begun);
    expect(calls).toEqual(['prepare']);
  });

  it('does not repeat a completed copy', async () => {
    const { calls, options } = world();
    await promote(options);

    await promote(options);

    expect(calls).toEqual(['prepare', 'copy before 5']);
  });

  it('refuses another target after a promotion has begun', async () => {
    const { options } = world();
    await promote(options);

    const other = { ...options, target: { ...target, KAFKA_BROKERS: 'other:9092' } };

    await expect(promote(other)).rejects.toThrow('undo it first');
  });

  it('reports once why the process does not change, and then stops', async () => {
    const { said, options, ignore } = world();
    ignore('Kafka does not answer');

    await expect(promote(options)).rejects.toThrow('has not followed');

    expect(said.filter((line) => line.includes('Kafka does not answer'))).toHaveLength(1);
  });

  it('needs a process that accepts spans during the promotion', async () => {
    const { calls, options } = world({ isRunning: () => Promise.resolve(false) });

    await expect(promote(options)).rejects.toThrow('no Spanhouse runs');

    expect(calls).toEqual([]);
  });

  it('changes nothing if the target already has content', async () => {
    const { files, options } = world({
      prepareTarget: () => Promise.reject(new AppError('TARGET_IN_USE', 'it has rows already')),
    });

    await expect(promote(options)).rejects.toThrow('it has rows already');

    expect(files.readRequest()).toBeUndefined();
  });
});

describe('npm run promote -- --confirm', () => {
  it('confirms only a compared promotion, and may be repeated', async () => {
    const { files, calls, options } = world();
    await promote(options);

    await confirm(options);
    await confirm(options);

    expect(calls).toEqual(['prepare', 'copy before 5', 'verify']);
    expect(files.readState()).toMatchObject({ form: 'confirmed' });
    await expect(undo(options)).rejects.toThrow('cannot be changed any more');
  });

  it('refuses to confirm while the target lacks data, and reports the missing data', async () => {
    const { files, said, options } = world({
      verify: () => Promise.resolve(['the ledgers differ at noon']),
    });
    await promote(options);

    await expect(confirm(options)).rejects.toThrow('does not have everything');

    expect(said).toContain('the ledgers differ at noon');
    expect(files.readState()).toMatchObject({ form: 'promoted' });
  });

  it('refuses to confirm before everything is copied', async () => {
    const { options } = world({ copy: () => Promise.resolve() });
    await promote(options);

    await expect(verify(options)).rejects.toThrow('has not copied everything');
  });
});

describe('npm run promote -- --undo', () => {
  it('returns the process to the embedded log, and starts a later promotion from the beginning', async () => {
    const { files, calls, options } = world();
    await promote(options);
    const first = files.readRequest();

    await undo(options);
    const undone = files.readState();
    await promote(options);

    expect(undone).toMatchObject({ form: 'embedded', promotionId: first?.promotionId });
    expect(files.readRequest()?.promotionId).not.toBe(first?.promotionId);
    expect(calls).toEqual(['prepare', 'copy before 5', 'prepare', 'copy before 5']);
  });

  it('does not allow a promotion to begin before it has ended', async () => {
    const { calls, options, ignore } = world();
    await promote(options);
    ignore('the log still has spans that are not stored');
    await expect(undo(options)).rejects.toThrow('has not followed');

    await expect(promote(options)).rejects.toThrow('an undo has not ended');

    expect(calls).toEqual(['prepare', 'copy before 5']);
  });

  it('refuses if nothing was promoted', async () => {
    await expect(undo(world().options)).rejects.toThrow('nothing was promoted');
  });
});
