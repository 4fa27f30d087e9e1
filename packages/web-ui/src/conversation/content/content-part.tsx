import type { ReactElement } from 'react';
import { MarkedText } from '../../parts/values/marked-text.js';
import { Address } from '../address.js';
import type { ContentPart } from '../reading/read-content.js';
import { JsonValue } from './content-value.js';
import { LongText } from './long-text.js';
import { Media } from './media.js';

interface ContentPartProps {
  readonly part: ContentPart;
  readonly isAsSent: boolean;
}

/** A piece of the content of a message. */
export function ContentPartView({ part, isAsSent }: ContentPartProps): ReactElement {
  switch (part.kind) {
    case 'text':
      return <LongText text={part.text} isAsSent={isAsSent} />;
    case 'media':
      return <Media data={part.data} />;
    case 'address':
      return (
        <p>
          <Address address={part.address}>
            <MarkedText text={part.address} />
          </Address>{' '}
          <span className="faint">is not loaded</span>
        </p>
      );
    case 'json':
      return <JsonValue value={part.value} name="JSON of the message" />;
  }
}
