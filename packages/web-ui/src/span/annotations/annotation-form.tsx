import { type FormEvent, type ReactElement, useState } from 'react';
import { parseExactJson } from '../../api/json/parse-exact-json.js';
import type { Json } from '../../api/shown-span.js';
import { Button } from '../../parts/button.js';
import styles from './annotations.module.css';
import type { Judgement } from './use-annotations.js';

interface AnnotationFormProps {
  readonly first: Judgement;
  readonly onSave: (judgement: Judgement) => Promise<void>;
  readonly onClose: () => void;
}

/** Form for the score and the comment of an annotation. */
export function AnnotationForm({ first, onSave, onClose }: AnnotationFormProps): ReactElement {
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const judgement = readForm(new FormData(event.currentTarget));
    if (typeof judgement === 'string') {
      setProblem(judgement);
      return;
    }
    setSaving(true);
    try {
      await onSave(judgement);
      onClose();
    } catch (error) {
      setProblem((error as Error).message);
      setSaving(false);
    }
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void save(event)}>
      <label>
        Score
        <input
          className="field"
          name="score"
          inputMode="decimal"
          placeholder="a number"
          defaultValue={first.score === undefined ? '' : String(first.score)}
          // biome-ignore lint/a11y/noAutofocus: A person has just asked for this form.
          autoFocus
        />
      </label>
      <label>
        Comment
        <textarea className="field" name="comment" rows={3} defaultValue={first.comment} />
      </label>
      <p role="alert" className="bad">
        {problem}
      </p>
      <p>
        <button type="submit" className="button main" disabled={isSaving}>
          Save
        </button>{' '}
        <Button isPlain onClick={onClose}>
          Cancel
        </Button>
      </p>
    </form>
  );
}

const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Returns the score and comment from the form, or a message that explains what is wrong with them. */
function readForm(form: FormData): Judgement | string {
  const score = String(form.get('score')).trim();
  const comment = String(form.get('comment'));
  if (score !== '' && !number.test(score)) {
    return 'The score must be a number such as 0.5.';
  }
  if (score === '' && comment === '') {
    return 'Enter a score, a comment or both.';
  }
  return {
    score: score === '' ? undefined : (parseExactJson(withoutZeros(score)) as Json),
    comment: comment === '' ? undefined : comment,
  };
}

/** Removes leading zeros, because JSON does not allow numbers such as 007. */
function withoutZeros(text: string): string {
  return text.replace(/^(-?)0+(?=\d)/, '$1');
}
