import { expect, it } from 'vitest'
import type { FieldDescription } from '#contracts/model-description.ts'
import { silentKeys } from './field-rules.ts'

const field = (key: string, more: Partial<FieldDescription> = {}): [string, FieldDescription] => [
  key,
  { key, label: key, type: 'text', read_only: true, ...more } as FieldDescription,
]

it('names what cannot be typed and says nothing in a new record', () => {
  const fields = new Map([
    field('note', { read_only: false }),
    field('settled'),
    field('state', { type: 'select' }),
    field('total', { type: 'decimal', computed: 'formula' }),
    field('documents', { type: 'file' }),
    field('number', { type: 'sequence' }),
  ])
  const values = { state: 'open', documents: [] }
  expect(silentKeys(fields, values, new Set(['total']))).toEqual(['settled', 'documents'])
})
