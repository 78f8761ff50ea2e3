import type { Translate } from '#ui/translate.ts'

/** How many parts one record has more, less and changed than the one it was made from. */
export interface StepCounts {
  added: number
  removed: number
  changed: number
}

/** `+3 −1 ~12`: what is none is left out. */
export function countsInSigns({ added, removed, changed }: StepCounts): string {
  const parts = [
    [added, '+'],
    [removed, '−'],
    [changed, '~'],
  ] as const
  return parts.flatMap(([count, sign]) => (count > 0 ? [`${sign}${count}`] : [])).join(' ')
}

/** The same, said: `3 lines added, 1 line removed, 12 lines changed`. */
export function countsInWords({ added, removed, changed }: StepCounts, t: Translate): string {
  const words = [
    added > 0 && t('{{count}} lines added', { count: added }),
    removed > 0 && t('{{count}} lines removed', { count: removed }),
    changed > 0 && t('{{count}} lines changed', { count: changed }),
  ].filter((part) => part !== false)
  return words.length > 0 ? words.join(', ') : t('No line changed')
}
