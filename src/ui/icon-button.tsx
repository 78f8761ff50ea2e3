import type { ComponentProps } from 'react'
import { buttonClass, type ButtonVariant } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './icon-button.module.css'
import { Spinner } from './spinner.tsx'
import { tooltip } from './tooltip.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: string
  /** What it does; read by screen readers and shown as the tooltip. */
  label: string
  variant?: ButtonVariant
  size?: 'regular' | 'compact' | 'touch'
  /** For a button that stays down: sets `aria-pressed`. */
  pressed?: boolean
  loading?: boolean
}

/** A button that is only an icon, for acts everybody knows by their sign. */
export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    variant = 'ghost',
    size = 'regular',
    pressed,
    loading = false,
    className,
    onClick,
    ...rest
  } = props
  return (
    <button
      type="button"
      {...tooltip(label)}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={loading || undefined}
      className={classes(buttonClass({ variant, size }), styles.square, className)}
      onClick={loading ? undefined : onClick}
    >
      {loading ? <Spinner /> : <Icon name={icon} size={size === 'touch' ? 20 : 16} />}
    </button>
  )
}
