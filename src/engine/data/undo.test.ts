import { afterEach, expect, it, vi } from 'vitest'
import type { UndoStep } from '#contracts/api/undo.ts'
import { toast } from '#ui/toasts/toast.ts'
import { loadLanguage } from '#ui/translate.ts'
import { fakeApi, fakeServer, quickClient } from '../../../tests/support/fake-engine.tsx'
import { recordWrites } from './record-writes.ts'
import { sentenceOf, takeStep } from './undo.ts'

vi.mock(import('#ui/toasts/toast.ts'), { spy: true })
afterEach(() => vi.clearAllMocks())

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

it('takes away the toast that offers what was just done by a key', async () => {
  const outcome = {
    undo: null,
    redo: null,
    models: [],
    applied: 1,
    refused: [],
    step: { ...step, id: 'req-1' },
  }
  const { fetch } = fakeServer((name) => ({ body: name.startsWith('PATCH') ? { id: '1' } : outcome }))
  const [api, client] = [fakeApi(fetch), quickClient()]
  await recordWrites(api, client, 'note').update('1', { name: 'b' })
  const [saved] = vi.mocked(toast.success).mock.results
  await takeStep(api, client, 'undo')
  expect(toast.dismiss).toHaveBeenLastCalledWith(saved?.value)
  const undone = vi.mocked(toast.success).mock.results.at(-1)
  await takeStep(api, client, 'redo')
  expect(toast.dismiss).toHaveBeenLastCalledWith(undone?.value)
})
