const REQUIRED_MAJOR = 24;

/** Ends the process with a clear line on a Node that is too old to run Spanhouse. */
export function requireNodeVersion(version: string = process.version): void {
  const major = Number.parseInt(version.replace('v', ''), 10);
  if (major >= REQUIRED_MAJOR) return;
  process.stderr.write(
    `Spanhouse needs Node ${REQUIRED_MAJOR} or newer; this is ${version}. "npm start" brings its own.\n`,
  );
  process.exit(1);
}
