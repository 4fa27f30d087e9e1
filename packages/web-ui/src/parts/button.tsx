import type { ComponentProps, ReactElement } from 'react';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** True for a button without a frame. */
  readonly isPlain?: boolean;
}

/** Button that runs an action. It never submits a form. */
export function Button({ isPlain = false, className = '', ...props }: ButtonProps): ReactElement {
  const look = `button ${isPlain ? 'plain ' : ''}${className}`;
  return <button {...props} type="button" className={look} />;
}
