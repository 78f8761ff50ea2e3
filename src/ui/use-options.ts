import { useEffect, useEffectEvent, useMemo, useState } from 'react'

export interface ComboOption {
  value: string
  label: string
  /** Muted at the right: a code, a unit. Searched too. */
  detail?: string
  icon?: string
  disabled?: boolean
}

export interface FoundOptions {
  options: readonly ComboOption[]
  state: 'ready' | 'searching' | 'failed'
  /** How many more fit than are shown. */
  more: number
  retry: () => void
}

interface Question {
  open: boolean
  query: string
  options: readonly ComboOption[] | undefined
  search: ((query: string) => Promise<readonly ComboOption[]>) | undefined
  /** Told when the options asked for have come. */
  onAnswer: (found: readonly ComboOption[]) => void
}

interface Answer {
  query: string
  attempt: number
  options: readonly ComboOption[]
  failed: boolean
}

const SHOWN = 100
const PAUSE = 150

/** The options that fit what is typed: filtered here, or asked for. A late answer to an older question is dropped. */
export function useOptions({ open, query, options, search, onAnswer }: Question): FoundOptions {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [attempt, setAttempt] = useState(0)
  const remote = search !== undefined
  // A caller's inline `search` is a new function at every drawing; only the question asks again.
  const ask = useEffectEvent(async (text: string) => (search ? search(text) : []))

  const answeredWith = useEffectEvent(onAnswer)

  useEffect(() => {
    if (!open || !remote) return undefined
    let current = true
    const answered = (found: readonly ComboOption[], failed: boolean): void => {
      if (!current) return
      setAnswer({ query, attempt, options: found, failed })
      answeredWith(found)
    }
    const start = (): void =>
      void ask(query).then(
        (found) => answered(found, false),
        () => answered([], true),
      )
    const timer = setTimeout(start, query === '' ? 0 : PAUSE)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [open, remote, query, attempt])

  const local = useMemo(() => (options ? filterOptions(options, query) : null), [options, query])
  const all = local ?? answer?.options ?? []
  return {
    options: all.slice(0, SHOWN),
    more: Math.max(0, all.length - SHOWN),
    state: local ? 'ready' : stateOf(answer, query, attempt),
    retry: () => setAttempt(attempt + 1),
  }
}

function stateOf(answer: Answer | null, query: string, attempt: number): FoundOptions['state'] {
  if (answer?.query !== query || answer.attempt !== attempt) return 'searching'
  return answer.failed ? 'failed' : 'ready'
}

/** Every typed word must occur in label or detail, whatever its case or accents; labels that begin with it come first. */
export function filterOptions(options: readonly ComboOption[], query: string): readonly ComboOption[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  const fits = options.filter((option) => {
    const text = plain(`${option.label} ${option.detail ?? ''}`)
    return words.every((word) => text.includes(word))
  })
  const begins = (option: ComboOption): number => (plain(option.label).startsWith(plain(query)) ? 0 : 1)
  return fits.toSorted((a, b) => begins(a) - begins(b))
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
