import type { ReactElement } from 'react';
import { Button } from '../button.js';

interface ShortProblemProps {
  /** The missing content, as the beginning of a sentence. */
  readonly what: string;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Shows the failure of a part of a page in the words of the service, with a button to retry. */
export function ShortProblem({ what, error, retry }: ShortProblemProps): ReactElement {
  return (
    <p role="alert" className="quiet">
      {what}: {error instanceof Error ? error.message : String(error)}{' '}
      <Button isPlain onClick={retry}>
        Retry
      </Button>
    </p>
  );
}
