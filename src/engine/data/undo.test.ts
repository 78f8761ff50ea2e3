import { expect, it } from 'vitest'
import type { UndoStep } from '#contracts/api/undo.ts'
import { loadLanguage } from '#ui/translate.ts'
import { sentenceOf } from './undo.ts'

const step: UndoStep = {
  id: '1',
  at: '2026-01-01T08:00:00Z',
  kind: 'updated',
  model: { key: 'projects', label: 'Projects' },
  count: 2,
  title: null,
  fields: ['Status', 'Start'],
  text: 'Changed Status, Start of 2 × Projects',
}

it('says the product’s words in the reader’s language, and the workspace’s own as they are written', async () => {
  await loadLanguage('de', async () => ({
    'Changed {{fields}} of {{what}}': '{{fields}} von {{what}} geändert',
    Projects: 'Projekte',
    Start: 'Beginn',
  }))
  expect(sentenceOf(step)).toBe('Status, Beginn von 2 × Projekte geändert')
  expect(sentenceOf({ ...step, own_words: ['Projects', 'Start'] })).toBe(
    'Status, Start von 2 × Projects geändert',
  )
})
