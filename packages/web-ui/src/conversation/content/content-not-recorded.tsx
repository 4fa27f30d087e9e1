import type { ReactElement } from 'react';
import type { ShownSpan } from '../../api/shown-span.js';
import { Message } from '../../parts/answers/answer-states.js';
import { MarkedText } from '../../parts/values/write-value.js';
import { contentSettingOf } from '../reading/content-setting.js';
import { isModelCall } from '../reading/model-calls.js';

/**
 * Explains that a span has no messages. For a model call, the text also names the setting that turns on the recording
 * of messages.
 */
export function ContentNotRecorded({ span }: { readonly span: ShownSpan }): ReactElement {
  if (!isModelCall(span)) {
    return <Message title="This span has no messages, no input and no output." />;
  }
  const scope = span.scope?.name;
  const setting = contentSettingOf(scope);
  return (
    <Message title="No content was recorded.">
      <p>
        {scope === undefined ? (
          'The program that sent this span'
        ) : (
          <span className="mono">
            <MarkedText text={scope} />
          </span>
        )}{' '}
        did not record messages. {setting.how} <span className="mono">{setting.text}</span>.
      </p>
    </Message>
  );
}
