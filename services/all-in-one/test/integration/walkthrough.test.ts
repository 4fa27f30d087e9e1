import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '../http-client.js';
import { newDataDir, type RunningSpanhouse, startSpanhouse } from '../running-spanhouse.js';

const DOCUMENT = `${__dirname}/../../../../docs/walkthrough.md`;
const FENCE = /^```(sh|json)\n(.*?)^```$/gms;
const END_OF_STEP = '\u001e';

interface Step {
  readonly command: string;
  /** What the document shows of the answer; absent where it shows none. */
  readonly answer: Json;
}

function readSteps(document: string): readonly Step[] {
  const blocks = [...document.matchAll(FENCE)].map(([, kind, text = '']) => ({ kind, text }));
  return blocks.flatMap(({ kind, text }, index) => {
    const next = blocks[index + 1];
    const answer = next?.kind === 'json' ? JSON.parse(next.text) : undefined;
    return kind === 'sh' ? [{ command: text, answer }] : [];
  });
}

/** Every command in one shell, as somebody would paste them; what each has printed. */
async function runAll(steps: readonly Step[], url: string): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'spanhouse-walkthrough-'));
  const script = steps.map(({ command }) => `${command}\nprintf '${END_OF_STEP}'\n`).join('');
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: directory,
      env: { ...process.env, SPANHOUSE: url },
    });
    return stdout.split(END_OF_STEP);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** `"<token>"` stands for any text, and members that are not shown for anything. */
function expected(shown: Json): Json {
  if (typeof shown === 'string') return /^<\w+>$/.test(shown) ? expect.any(String) : shown;
  if (Array.isArray(shown)) return shown.map(expected);
  if (typeof shown !== 'object' || shown === null) return shown;
  const members = Object.entries(shown).map(([name, value]) => [name, expected(value)]);
  return Object.fromEntries(members);
}

describe('docs/walkthrough.md', () => {
  const steps = readSteps(readFileSync(DOCUMENT, 'utf8'));
  let spanhouse: RunningSpanhouse;
  beforeAll(async () => {
    spanhouse = await startSpanhouse(newDataDir());
  });
  afterAll(() => spanhouse.stop());

  it('answers every command as it shows', async () => {
    const printed = await runAll(steps, spanhouse.url);

    const shown = steps.filter(({ answer }) => answer !== undefined);
    expect(shown.length).toBeGreaterThan(9);
    for (const [index, { command, answer }] of steps.entries()) {
      if (answer === undefined) continue;
      const received: Json = { command, answer: JSON.parse(printed[index] ?? '') };
      expect(received).toMatchObject({ command, answer: expected(answer) });
      if (answer.windowing === undefined) expect(received.answer).not.toHaveProperty('windowing');
    }
  });
});
