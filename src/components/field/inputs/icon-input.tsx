import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { IconList } from '#ui/icon-list.tsx'
import { Popover } from '#ui/popover.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'
import styles from './inputs.module.css'

/** An icon, chosen by looking. */
export function IconInput(props: InputProps) {
  const t = useTranslate()
  const { value, onChange, label } = props
  const name = typeof value === 'string' ? value : ''
  const { compact: _compact, ...frame } = frameOf(props)
  return (
    <Field {...frame}>
      {({ id, disabled, readOnly, 'aria-describedby': describedBy, 'aria-invalid': invalid }) => (
        <Popover
          label={label}
          // oxlint-disable-next-line react/no-unstable-nested-components -- a function that draws, not a component
          content={(close) => (
            <IconList
              chosen={name}
              {...(!props.required && {
                onNone: () => {
                  onChange(null)
                  close()
                },
              })}
              onChoose={(next) => {
                onChange(next)
                close()
              }}
            />
          )}
        >
          {(trigger) => (
            <Button
              {...trigger}
              className={styles.icon}
              id={id}
              disabled={disabled === true || readOnly === true}
              {...(name !== '' && { icon: name })}
              aria-label={`${label}: ${name || t('none')}`}
              aria-describedby={describedBy}
              aria-invalid={invalid}
            >
              {name || t('Choose an icon')}
            </Button>
          )}
        </Popover>
      )}
    </Field>
  )
}
