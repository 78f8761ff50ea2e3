import { useMemo } from 'react'
import { Combobox } from '#ui/combobox.tsx'
import { frameOf, type InputProps } from '../field/inputs/input-props.ts'

/** The name of a time zone, found by typing a part of it. */
export function TimeZoneInput(props: InputProps) {
  const { value, onChange } = props
  const zone = typeof value === 'string' ? value : ''
  const zones = useMemo(
    () =>
      [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((name) => ({
        value: name,
        label: name,
      })),
    [],
  )
  const { list: _list, ...frame } = frameOf(props)
  return (
    <Combobox
      {...frame}
      value={zone}
      valueLabel={zone}
      options={zones}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  )
}
