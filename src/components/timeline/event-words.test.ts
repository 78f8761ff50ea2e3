import { expect, it } from 'vitest'
import type { EventView } from '#contracts/object.ts'
import { eventIcons, eventWords, leavesVersion } from './event-words.ts'

const event = (kind: EventView['kind']): EventView => ({
  id: 'e',
  at: '2026-05-01T08:00:00Z',
  actor: { id: 'p', name: 'Mara' },
  kind,
  before: null,
  after: null,
})
const words = (text: string, values: Record<string, string | number> = {}): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => String(values[key]))

it('says what happened to a record, its public links too, which leave no version of it', () => {
  expect(eventWords(event('updated'), words)).toBe('Mara changed')
  expect(eventWords(event('shared'), words)).toBe('Mara shared this publicly')
  expect(eventWords(event('unshared'), words)).toBe('Mara took a public link back')
  expect(eventIcons.shared).toBe('share')
  expect(
    (['created', 'shared', 'unshared', 'deleted'] as const).filter((kind) => leavesVersion(event(kind))),
  ).toEqual(['created'])
})
