import type { ReactElement } from 'react';

interface ShortProblemProps {
  /** What the failure left out, as the beginning of a sentence. */
  readonly what: string;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Shows the failure of a part of a page, with the words of the service and a way to try again. */
export function ShortProblem({ what, error, retry }: ShortProblemProps): ReactElement {
  return (
    <p role="alert" className="quiet">
      {what}: {error instanceof Error ? error.message : String(error)}{' '}
      <button type="button" className="button plain" onClick={retry}>
        Retry
      </button>
    </p>
  );
}
