const REQUIRED_MAJOR = 24;

/** Prints a message and exits if Node is too old for Spanhouse. */
export function requireNodeVersion(version: string = process.version): void {
  const major = Number.parseInt(version.replace('v', ''), 10);
  if (major >= REQUIRED_MAJOR) {
    return;
  }
  process.stderr.write(
    `Spanhouse needs Node ${REQUIRED_MAJOR} or newer; this is ${version}. "npm start" brings its own.\n`,
  );
  process.exit(1);
}
