import { AppError } from '../app-error.js';

/**
 * Returns an explanation for a start failure that the user can fix: the problem and its solution. Returns `undefined`
 * for any other error.
 */
export type ExplainFailure = (error: unknown) => string | undefined;

/** Explains an error that prevents opening the port HTTP_PORT. Returns `undefined` for any other error. */
export function explainListenFailure(error: unknown): string | undefined {
  if (!(error instanceof AppError)) {
    return undefined;
  }
  switch (error.code) {
    case 'PORT_IN_USE':
      return `${error.message}. Stop the program that uses it, or set HTTP_PORT to another port.`;
    case 'LISTEN_FAILED':
      return `${error.message}. ${adviceFor((error.cause as NodeJS.ErrnoException | undefined)?.code)}`;
    default:
      return undefined;
  }
}

function adviceFor(code: string | undefined): string {
  return code === 'EACCES'
    ? 'Set HTTP_PORT to a port above 1023, or give the process the right to open this one.'
    : 'Set HTTP_HOST to an address of this machine.';
}
