// `npm run audit`: asks the registry for known vulnerabilities in all dependencies, and checks the licences of
// production dependencies. The first argument names another file of exceptions, and the second another registry.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { finish, report } from './report.mjs';

const [exceptionsFile = '.ci/dependencies.json', registry] = process.argv.slice(2);
const { flaws, acceptedLicences, licences } = JSON.parse(readFileSync(exceptionsFile, 'utf8'));
const today = new Date().toISOString().slice(0, 10);

function pnpm(...args) {
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'));
  const command = ['--yes', packageManager, ...args, '--json'];
  const { stdout, stderr } = spawnSync('npx', command, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`pnpm ${args.join(' ')} prints no JSON: ${stdout}${stderr}`);
  }
}

function audit() {
  const check = 'no dependency has a known flaw without an exception';
  const { error, advisories = {} } = pnpm('audit', ...(registry ? ['--registry', registry] : []));
  const expired = flaws
    .filter(({ expires }) => !(expires >= today)) // also true if there is no date
    .map(({ id, expires }) => `the exception for ${id} ends on ${expires}`);
  if (error === undefined) {
    report(check, [...expired, ...flawProblems(Object.values(advisories))]);
  } else if (/ responded with 4\d\d/.test(error.message)) {
    console.log(`not audited: ${error.message}`);
    report('no exception has expired', expired);
  } else {
    report(check, [error.message]);
  }
}

function flawProblems(advisories) {
  const idOf = ({ github_advisory_id: id, url }) => id ?? url.split('/').at(-1);
  const found = advisories.map(idOf);
  return [
    ...advisories
      .filter((advisory) => !flaws.some(({ id, reason }) => id === idOf(advisory) && reason))
      .map((flaw) => `${flaw.module_name}: ${flaw.title} (${flaw.severity}, ${idOf(flaw)})`),
    ...flaws
      .filter(({ id }) => !found.includes(id))
      .map(({ id }) => `nothing needs the exception for ${id}`),
  ];
}

function checkLicences() {
  const installed = Object.entries(pnpm('licenses', 'list', '--prod')).flatMap(([licence, all]) =>
    all.map(({ name }) => ({ name, licence })),
  );
  const isExcepted = (dependency) =>
    licences.some(
      ({ name, licence, reason }) =>
        name === dependency.name && licence === dependency.licence && reason,
    );
  const others = installed.filter(({ licence }) => !acceptedLicences.includes(licence));
  report('every dependency of an installation has an accepted licence', [
    ...(installed.length === 0 ? ['pnpm lists no dependency'] : []),
    ...others
      .filter((dependency) => !isExcepted(dependency))
      .map(({ name, licence }) => `${name} has the licence ${licence}`),
    ...licences
      .filter(({ name }) => !others.some((dependency) => dependency.name === name))
      .map(({ name }) => `nothing needs the exception for ${name}`),
  ]);
}

audit();
checkLicences();
finish();
