import type { ReactElement } from 'react';
import { MarkedText } from '../parts/values/write-value.js';

/** The id of a session or user. An id without visible characters is described in words. */
export function ActorId({ id }: { readonly id: string }): ReactElement {
  return id.trim() === '' ? (
    <span className="quiet" title={JSON.stringify(id)}>
      {nameOfBlank(id)}
    </span>
  ) : (
    <MarkedText text={id} />
  );
}

/** Returns the name of an id for page titles. */
export function nameOfId(id: string): string {
  return id.trim() === '' ? nameOfBlank(id) : id;
}

function nameOfBlank(id: string): string {
  const { length } = [...id];
  return length === 0 ? '(blank)' : `(blank: ${length} ${length === 1 ? 'space' : 'spaces'})`;
}
