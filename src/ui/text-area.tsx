import type { ComponentProps, Ref } from 'react'
import { classes } from './classes.ts'
import control from './control.module.css'
import { Field, splitField, type FieldProps } from './field.tsx'
import styles from './text-area.module.css'

interface TextAreaProps
  extends
    FieldProps,
    Pick<
      ComponentProps<'textarea'>,
      'autoFocus' | 'maxLength' | 'onBlur' | 'onKeyDown' | 'placeholder' | 'spellCheck'
    > {
  value: string
  onChange: (value: string) => void
  /** Lines at first; it grows with the text up to about twelve. */
  rows?: number
  ref?: Ref<HTMLTextAreaElement>
}

/** Text of several lines. */
export function TextArea(props: TextAreaProps) {
  const [frame, own] = splitField(props)
  const { value, onChange, rows = 3, ref, ...passedOn } = own
  return (
    <Field {...frame}>
      {(carried) => (
        <div className={control.box}>
          <textarea
            {...passedOn}
            {...carried}
            ref={ref}
            rows={rows}
            value={value}
            className={classes(control.input, styles.area)}
            style={{ minHeight: rows * 20 + 10 }}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
