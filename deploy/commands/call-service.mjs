/** A failure that the user of the command can fix. The command exits with `exitCode`. */
export class CommandError extends Error {
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;

/**
 * Calls the service at SPANHOUSE_URL and resolves with `{ status, receipt, body }`. Rejects with a CommandError if the
 * service cannot be reached, or if it returns an error status that `accepted` does not contain.
 */
export async function callService(method, path, { authorization, headers, body, ...options } = {}) {
  const { SPANHOUSE_URL = 'http://127.0.0.1:8080' } = process.env;
  const { timeoutMs = 10_000, accepted = [] } = options;
  let response;
  try {
    response = await fetch(new URL(path, SPANHOUSE_URL), {
      method,
      headers: {
        ...headers,
        ...(authorization && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const reason = error.cause?.message ?? error.message;
    throw new CommandError(`${SPANHOUSE_URL} does not answer: ${reason}`, EXIT_REFUSED);
  }
  const answer = await response.text();
  const { status } = response;
  if (!response.ok && !accepted.includes(status)) {
    throw new CommandError(`${status}: ${reasonIn(answer)}`, EXIT_REFUSED);
  }
  const receipt = response.headers.get('x-ingest-receipt') ?? undefined;
  return { status, receipt, body: response.ok ? JSON.parse(answer) : undefined };
}

function reasonIn(answer) {
  try {
    const { detail } = JSON.parse(answer);
    if (Array.isArray(detail)) {
      return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('\n');
    }
    return detail.message ?? detail;
  } catch {
    return answer;
  }
}

/** Returns the header with the admin key. If ADMIN_KEY contains two keys, the header contains the first one. */
export function adminAuthorization(usage) {
  const { ADMIN_KEY } = process.env;
  if (!ADMIN_KEY) {
    throw new CommandError(`ADMIN_KEY is not set.\n\n${usage}`, EXIT_USAGE);
  }
  return `Access ${ADMIN_KEY.split(',')[0]}`;
}

/** Runs a command. If the command throws a CommandError, prints the error and exits with the error's exit code. */
export async function runCommand(run) {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof CommandError)) {
      throw error;
    }
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}
