import { expect, it } from 'vitest'
import { countsInSigns, countsInWords } from './step-words.ts'

const t = (text: string, values: Record<string, string | number> = {}): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => String(values[key]))

it('says how many lines are more, less and changed, in signs and in words', () => {
  const counts = { added: 3, removed: 1, changed: 12 }
  expect(countsInSigns(counts)).toBe('+3 −1 ~12')
  expect(countsInWords(counts, t)).toBe('3 lines added, 1 lines removed, 12 lines changed')
  const few = { added: 0, removed: 0, changed: 2 }
  expect([countsInSigns(few), countsInWords(few, t)]).toEqual(['~2', '2 lines changed'])
  const none = { added: 0, removed: 0, changed: 0 }
  expect([countsInSigns(none), countsInWords(none, t)]).toEqual(['', 'No line changed'])
})
