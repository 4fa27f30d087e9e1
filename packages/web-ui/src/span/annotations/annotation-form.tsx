import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactElement } from 'react';
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

/** Form for an annotation's score and comment. */
export function AnnotationForm({ first, onSave, onClose }: AnnotationFormProps): ReactElement {
  const save = useMutation({
    mutationFn: async (form: FormData) => onSave(readForm(form)),
    onSuccess: onClose,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
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
        {save.error?.message}
      </p>
      <p>
        <button type="submit" className="button main" disabled={save.isPending}>
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

/** Reads the score and the comment from the form. Throws an Error that explains any invalid input. */
function readForm(form: FormData): Judgement {
  const score = String(form.get('score')).trim();
  const comment = String(form.get('comment'));
  if (score !== '' && !number.test(score)) {
    throw new Error('The score must be a number such as 0.5.');
  }
  if (score === '' && comment === '') {
    throw new Error('Enter a score, a comment or both.');
  }
  return {
    score: score === '' ? undefined : (parseExactJson(withoutZeros(score)) as Json),
    comment: comment === '' ? undefined : comment,
  };
}

/** Removes leading zeros from a number, because JSON does not allow numbers such as 007. */
function withoutZeros(text: string): string {
  return text.replace(/^(-?)0+(?=\d)/, '$1');
}
