import { useMemo, useRef, useState, type FocusEvent } from 'react'
import type { Present } from '#engine/data/presence-store.ts'
import { usePeople, usePlace } from '#engine/data/use-presence.ts'

interface FormPresence {
  /** The others at this record. */
  people: readonly Present[]
  /** Who types in which field. */
  marks: ReadonlyMap<string, Present>
  /** On the element around the fields, each in an element with `data-field`. */
  watch: { onFocus(event: FocusEvent): void; onBlur(): void }
}

/** Milliseconds between leaving one field and being nowhere: the next one is mostly entered at once. */
const between = 300

/** Says at which field of a record this person is, and tells at which ones others are. `model` null: of no record at all. */
export function useFormPresence(model: string | null, record: string | null): FormPresence {
  const [field, setField] = useState<string | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  usePlace(model, record, record === null ? null : field)
  const all = usePeople(model ?? '')
  return useMemo(() => {
    const people = all.filter((one) => record !== null && one.record === record)
    return {
      people,
      marks: new Map(people.flatMap((one) => (one.field === null ? [] : [[one.field, one]]))),
      watch: {
        onFocus({ target }) {
          clearTimeout(leaving.current)
          setField(target.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? null)
        },
        onBlur() {
          clearTimeout(leaving.current)
          leaving.current = setTimeout(() => setField(null), between)
        },
      },
    }
  }, [all, record])
}
