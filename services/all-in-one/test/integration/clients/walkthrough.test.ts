import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const document = `${__dirname}/../../../../../docs/walkthrough.md`;
const fence = /^```(sh|json)\n(.*?)^```$/gms;
const endOfStep = '\u001e';

interface Step {
  readonly command: string;
  /** The part of the response that the document shows, or undefined if the document shows none. */
  readonly answer: Json;
}

function readSteps(document: string): readonly Step[] {
  const blocks = [...document.matchAll(fence)].map(([, kind, text = '']) => ({ kind, text }));
  return blocks.flatMap(({ kind, text }, index) => {
    const next = blocks[index + 1];
    const answer = next?.kind === 'json' ? JSON.parse(next.text) : undefined;
    return kind === 'sh' ? [{ command: text, answer }] : [];
  });
}

/** Runs all commands in one shell, as if a reader had pasted them. Returns the output of each command. */
async function runAll(steps: readonly Step[], url: string): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'spanhouse-walkthrough-'));
  const script = steps.map(({ command }) => `${command}\nprintf '${endOfStep}'\n`).join('');
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: directory,
      env: { ...process.env, SPANHOUSE: url },
    });
    return stdout.split(endOfStep);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Converts a documented response to a matcher. `"<token>"` matches any string, and members that the document omits may
 * have any value.
 */
function expected(shown: Json): Json {
  if (typeof shown === 'string') {
    return /^<\w+>$/.test(shown) ? expect.any(String) : shown;
  }
  if (Array.isArray(shown)) {
    return shown.map(expected);
  }
  if (typeof shown !== 'object' || shown === null) {
    return shown;
  }
  const members = Object.entries(shown).map(([name, value]) => [name, expected(value)]);
  return Object.fromEntries(members);
}

describe('docs/walkthrough.md', () => {
  const steps = readSteps(readFileSync(document, 'utf8'));
  const spanhouse = runSpanhouse();

  it('shows the real answer to every command', async () => {
    const printed = await runAll(steps, spanhouse.url);

    const shown = steps.filter(({ answer }) => answer !== undefined);
    expect(shown.length).toBeGreaterThan(9);
    for (const [index, { command, answer }] of steps.entries()) {
      if (answer === undefined) {
        continue;
      }
      const received: Json = { command, answer: JSON.parse(printed[index] ?? '') };
      expect(received).toMatchObject({ command, answer: expected(answer) });
      if (answer.windowing === undefined) {
        expect(received.answer).not.toHaveProperty('windowing');
      }
    }
  });
});
