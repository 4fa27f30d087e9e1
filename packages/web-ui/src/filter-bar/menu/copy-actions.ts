import { addressOf } from '../../api/call.js';
import { apiKey } from '../../api/credentials.js';
import type { Json } from '../../api/shown-span.js';
import { writeCurl } from '../../explorer/export/curl-text.js';
import type { MenuAction } from '../../parts/values/action-items.js';
import { copyText } from '../../parts/values/copy-text.js';
import { writeJson } from '../../parts/values/write-json.js';
import { copyLink } from '../../url/copy-link.js';

/** The request that a page sends for its filter. */
export interface FilteredRequest {
  readonly path: `/${string}`;
  readonly body: object;
  /** Media type of the response. The default is JSON. */
  readonly accept?: string;
}

/** Returns the actions that copy the link to the page, the page's request as a command, and the request body. */
export function copyActions(
  { path, body, accept = 'application/json' }: FilteredRequest,
  onCopied?: () => void,
): readonly MenuAction[] {
  const note = (isCopied: boolean) => isCopied && onCopied?.();
  const copy = (text: string) => void copyText(text).then(note);
  const json = body as Json;
  const curl = () => {
    const needsKey = apiKey.get() !== undefined;
    return writeCurl({ url: addressOf(path), body: json, accept, needsKey });
  };
  return [
    { meaning: 'Copy link', act: () => void copyLink().then(note) },
    { meaning: 'Copy as curl', act: () => copy(curl()) },
    { meaning: 'Copy as JSON', act: () => copy(writeJson(json)) },
  ];
}
