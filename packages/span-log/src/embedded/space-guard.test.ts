import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { SpaceGuard } from './space-guard.js';

const HOUR_MS = 3_600_000;

describe('SpaceGuard', () => {
  it('checks the disk again half a second after a failed commit, even if the wall clock was set back', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'space-guard-'));
    const clock = new FakeClock();
    const size = () => ({ fileBytes: 0, usedBytes: 0 });
    const guard = new SpaceGuard({ directory, maxBytes: 1000, minFreeBytes: 0, clock, size });

    guard.commitFailed('the disk is full');
    clock.setNowMs(clock.nowMs() - HOUR_MS);
    const before = await guard.refusal(1);
    await clock.advance(500);
    const after = await guard.refusal(1);
    rmSync(directory, { recursive: true });

    expect(before).toBe('the disk is full');
    expect(after).toBeUndefined();
  });
});
