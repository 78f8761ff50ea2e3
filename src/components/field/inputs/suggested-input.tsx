import { useId } from 'react'
import { useRegion } from '#ui/region.ts'
import { formulaAsTyped } from './formula-text.ts'
import type { InputProps } from './input-props.ts'
import { suggestedTexts } from './suggested-texts.ts'
import { TextInput } from './text-input.tsx'

/** A text with names that come up while it is typed; anything else may be typed as well. */
export function SuggestedInput(props: InputProps) {
  const id = useId()
  const { locale } = useRegion()
  const { value, offer } = props
  const written = typeof value === 'string' ? value : ''
  const { names = [], of = 'all' } = offer?.suggest ?? {}
  // As it stands in the field, which the browser compares with.
  const typed = of === 'formula' ? formulaAsTyped(written, locale) : written
  return (
    <>
      <TextInput {...props} list={id} />
      <datalist id={id}>
        {suggestedTexts(typed, names, of).map((text) => (
          <option key={text}>{text}</option>
        ))}
      </datalist>
    </>
  )
}
