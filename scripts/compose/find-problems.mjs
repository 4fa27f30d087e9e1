// What is wrong with a compose file, seen without running it: one line for each problem.
import { containerProblems } from './container-problems.mjs';
import { exampleSettings } from './env-file.mjs';
import { environmentProblems } from './environment-problems.mjs';
import { fileProblems } from './file-problems.mjs';
import { readCompose, settingsIn } from './read-compose.mjs';

/** Problems of the compose file at `path`, filled in with `settings`. */
export function findProblems(path, settings) {
  const compose = readCompose(path, settings);
  return [
    ...settingProblems(settingsIn(path)),
    ...compose.services.flatMap((service) => [
      ...[
        ...environmentProblems(service, compose),
        ...containerProblems(service, compose),
        ...fileProblems(service, compose),
      ].map((problem) => `${service.name}: ${problem}`),
    ]),
  ];
}

/** `.env.example` and the compose file name the same settings. */
function settingProblems(used) {
  const offered = Object.keys(exampleSettings());
  return [
    ...offered
      .filter((name) => !used.has(name))
      .map((name) => `.env.example: nothing uses ${name}`),
    ...[...used]
      .filter((name) => !offered.includes(name))
      .map((name) => `.env.example: ${name} is missing`),
  ];
}
