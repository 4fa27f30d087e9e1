import { type ReactElement, useState } from 'react';

/** Shows a component until the user presses the button "Leave". */
export function Leavable({ children }: { readonly children: ReactElement }): ReactElement {
  const [isLeft, leave] = useState(false);
  return (
    <>
      <button type="button" onClick={() => leave(true)}>
        Leave
      </button>
      {isLeft ? <p>Another page</p> : children}
    </>
  );
}
