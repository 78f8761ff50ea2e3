import { useEffect } from 'react'
import { useVisitState } from '#engine/routing/visit-memory.ts'
import type { ViewProps } from '../view-props.ts'
import type { searchBox } from './search-box.definition.ts'
import { SearchField } from './search-field.tsx'

/** Words to search for, for other parts of the screen. */
export function SearchBox({
  id,
  props: { label, placeholder, delay },
  emit,
  expose,
}: ViewProps<typeof searchBox>) {
  const [words, setWords] = useVisitState(`${id} words`, () => '')
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
