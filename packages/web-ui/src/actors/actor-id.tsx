import type { ReactElement } from 'react';
import { MarkedText } from '../parts/values/write-value.js';

/** The id of a session or user. An id without visible characters is replaced with a description in words. */
export function ActorId({ id }: { readonly id: string }): ReactElement {
  return id.trim() === '' ? (
    <span className="quiet" title={JSON.stringify(id)}>
      {nameOfBlank(id)}
    </span>
  ) : (
    <MarkedText text={id} />
  );
}

/** Returns the text that page titles show for an id: the id itself, or a description if the id is blank. */
export function nameOfId(id: string): string {
  return id.trim() === '' ? nameOfBlank(id) : id;
}

function nameOfBlank(id: string): string {
  const { length } = [...id];
  return length === 0 ? '(blank)' : `(blank: ${length} ${length === 1 ? 'space' : 'spaces'})`;
}
