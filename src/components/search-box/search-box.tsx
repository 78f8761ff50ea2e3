import { useEffect, useState } from 'react'
import type { ViewProps } from '../view-props.ts'
import type { searchBox } from './search-box.definition.ts'
import { SearchField } from './search-field.tsx'

/** Words to search for, for other parts of the screen. */
export function SearchBox({
  props: { label, placeholder, delay },
  emit,
  expose,
}: ViewProps<typeof searchBox>) {
  const [words, setWords] = useState('')
  useEffect(() => expose('value', words), [expose, words])
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={words}
      delay={delay}
      onChange={(next) => {
        setWords(next)
        void emit('changed', { value: next })
      }}
    />
  )
}
