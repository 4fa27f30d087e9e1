import { createInterface } from 'node:readline';

const COMMAND = /^(stop|start) (\S+)$/;

/** Stops and starts services as lines of standard input say, one after the other. */
export function obeyLines(system, say) {
  let last = Promise.resolve();
  createInterface({ input: process.stdin }).on('line', (line) => {
    last = last.then(() => obey(line.trim(), system)).then(say, (error) => say(error.message));
  });
}

async function obey(line, system) {
  const [, verb, name] = COMMAND.exec(line) ?? [];
  if (verb === undefined) return 'stop <service>, start <service>, or Ctrl-C';
  await (verb === 'stop' ? system.stopOne(name) : system.startOne(name));
  return verb === 'stop' ? `${name} is stopped` : `${name} runs`;
}
