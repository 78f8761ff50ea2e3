import type { ComponentProps, ReactNode, Ref } from 'react'
import { classes } from './classes.ts'
import control from './control.module.css'
import { Field, splitField, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'

type PassedOn = Pick<
  ComponentProps<'input'>,
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'list'
  | 'maxLength'
  | 'onBlur'
  | 'onFocus'
  | 'onKeyDown'
  | 'placeholder'
  | 'spellCheck'
>

interface TextFieldProps extends FieldProps, PassedOn {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url'
  /** Icon inside, before the text. */
  icon?: string
  /** Muted text or a small control inside, after the text: a unit, "show password". */
  after?: ReactNode
  compact?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One line of text. `type="search"` with `hideLabel` is the search box of a toolbar. */
export function TextField(props: TextFieldProps) {
  const [frame, own] = splitField(props)
  const { value, onChange, type = 'text', icon, after, compact, ref, ...passedOn } = own
  const leading = icon ?? (type === 'search' ? 'search' : undefined)
  return (
    <Field {...frame}>
      {(carried) => (
        <div className={classes(control.box, compact && control.compact)}>
          {leading && (
            <span className={classes(control.affix, control.before)}>
              <Icon name={leading} />
            </span>
          )}
          <input
            {...passedOn}
            {...carried}
            ref={ref}
            type={type}
            value={value}
            className={control.input}
            onChange={(event) => onChange(event.target.value)}
          />
          {after && <span className={control.affix}>{after}</span>}
        </div>
      )}
    </Field>
  )
}
