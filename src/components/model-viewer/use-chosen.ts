import { useMemo, useState } from 'react'
import type { ElementKey } from './element-keys.ts'
import type { Elements } from './use-elements.ts'

interface ChosenInput {
  elements: Elements
  /** Ids of those chosen elsewhere; undefined where nothing else says so. */
  given: readonly string[] | null | undefined
  /** The one element that is chosen besides: several begin with it. */
  selected: ElementKey | null
  tell: (ids: string[]) => Promise<void>
}

/** Several elements that are chosen together. */
export interface Chosen {
  keys: ReadonlySet<ElementKey>
  /** These and no others. */
  set(keys: Iterable<ElementKey>): Promise<void>
  /** One more, or one less. */
  toggle(key: ElementKey): Promise<void>
  /** These as well. */
  add(keys: Iterable<ElementKey>): Promise<void>
}

const none: ReadonlySet<ElementKey> = new Set()

/** What is chosen in a viewer besides the one element whose facts show. */
export function useChosen({ elements, given, selected, tell }: ChosenInput): Chosen {
  const [own, setOwn] = useState(none)
  const { keyOf } = elements
  const keys = useMemo(
    () => (given === undefined ? own : new Set((given ?? []).flatMap((id) => keyOf(id) ?? []))),
    [given, own, keyOf],
  )
  const begun = keys.size > 0 || selected === null ? keys : new Set([selected])
  const set = async (wanted: Iterable<ElementKey>): Promise<void> => {
    const next = new Set(wanted)
    if (next.size === 0 && keys.size === 0) return
    setOwn(next)
    const rows = await Promise.all([...next].map((key) => elements.rows.get(key) ?? elements.find(key)))
    await tell(rows.flatMap((row) => (typeof row?.['id'] === 'string' ? [row['id']] : [])))
  }
  return {
    keys,
    set,
    toggle: (key) => set(begun.has(key) ? [...begun].filter((one) => one !== key) : [...begun, key]),
    add: (more) => set([...begun, ...more]),
  }
}
