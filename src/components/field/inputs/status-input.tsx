import { useState } from 'react'
import { reachableOptions } from '#contracts/reachable-options.ts'
import { optionsOf } from '../field-traits.ts'
import type { InputProps } from './input-props.ts'
import { SelectInput } from './select-input.tsx'

/** The options that may follow the one the record has; the stored one decides, not what is chosen here meanwhile. */
export function StatusInput(props: InputProps) {
  const { field, value } = props
  const [first] = useState(value)
  const stored = props.stored === undefined ? first : props.stored
  const from = typeof stored === 'string' ? stored : null
  const reachable = reachableOptions(field, from)
  const options = optionsOf(field).filter(
    (option) => reachable === null || option.value === from || reachable.includes(option.value),
  )
  return (
    <SelectInput
      {...props}
      field={{ ...field, options }}
      // Once it is set it does not become empty again.
      required={props.required === true || (reachable !== null && from !== null)}
    />
  )
}
