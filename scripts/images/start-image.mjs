// Starts what an image would start, from the folder that stands for its root: its command, its environment, its user.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;

/** `node` stands for that of the base image, `env` is laid over the image's. As root the program gets the image's user, who may write nothing below `root`. */
export function startImage(
  { root, node, image, env },
  args = [...image.entrypoint, ...image.command],
) {
  const [program, ...rest] = args.map((arg) => arg.replace(/^\/(?=opt\/)/, `${root}/`));
  if (program !== 'node') throw new Error(`the image starts ${program} and not node`);
  const [uid, gid] = image.user.split(':').map(Number);
  const child = spawn(node, rest, {
    cwd: join(root, image.workdir),
    env: { ...image.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  const printed = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => printed.push(data));
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
  const output = () => Buffer.concat(printed).toString();
  return {
    ended,
    output,
    async stop() {
      child.kill('SIGTERM');
      const bound = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      const code = await ended;
      clearTimeout(bound);
      return code;
    },
    untilAnswers: (url) => until(() => answers(url), `${url} does not answer`),
    untilSays: (text) => until(() => output().includes(text), `it does not say "${text}"`),
  };

  async function until(holds, problem) {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await holds())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`${problem}\n${output()}`);
      await delay(100);
    }
  }
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
