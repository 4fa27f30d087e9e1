import type { ComponentProps, ReactElement } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** True for a button without a frame. */
  readonly isPlain?: boolean;
}

/** Button in the style of the interface. It submits a form only with the type for that. */
export function Button({ isPlain = false, className = '', ...props }: ButtonProps): ReactElement {
  const look = `button ${isPlain ? 'plain ' : ''}${className}`;
  return <button type="button" {...props} className={look} />;
}

/** Button without a frame. */
export function PlainButton(props: ComponentProps<'button'>): ReactElement {
  return <Button isPlain {...props} />;
}
