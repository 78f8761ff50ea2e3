import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'regular' | 'compact' | 'touch'

interface ButtonLook {
  /** `primary` is the one thing to do: at most one in a region. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** Takes the whole width, as in a sheet on a phone. */
  wide?: boolean
}

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Icon before the words. */
  icon?: string
  /** Icon after the words, for menus and ways out. */
  iconAfter?: string
  /** The act is on its way: the button keeps its place, its words and the focus, and takes no second click. */
  loading?: boolean
}

/** A verb with its object: `<Button variant="primary">Save estimate</Button>`. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    wide,
    icon,
    iconAfter,
    loading = false,
    className,
    children,
    onClick,
    ...rest
  } = props
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, wide, className })}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={click}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.words}>{children}</span>
      {iconAfter && <Icon name={iconAfter} />}
    </button>
  )
}

/** The button's look for something that is not a button, mostly a router's link. */
export function buttonClass(look: ButtonLook & { className?: string | undefined } = {}): string {
  const { variant = 'secondary', size = 'regular', wide = false, className } = look
  return classes(styles.button, styles[variant], styles[size], wide && styles.wide, className)
}
