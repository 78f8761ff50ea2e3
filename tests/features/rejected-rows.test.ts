import { expect, it } from 'vitest'
import { saying } from '#base/saying.ts'
import { loadLanguage } from '#ui/translate.ts'
import de from '#web/locales/de.json' with { type: 'json' }
import { rejectedLines } from '#components/command-import/outlook.ts'

it('says in the language shown why a row is not taken', async () => {
  await loadLanguage('de', async () => de)
  const why = saying('The code {{code}} stands in line {{line}} already.', { code: 'ok', line: '2' })
  const rejected_rows = [
    { row: 3, code: null, ...saying('There is no code.') },
    { row: 7, code: 'ok', ...why },
  ] as Parameters<typeof rejectedLines>[0]['rejected_rows']
  expect(rejectedLines({ rejected_rows })).toEqual([
    ['3', '', 'Der Code fehlt.'],
    ['7', 'ok', 'Den Code ok gibt es schon in Zeile 2.'],
  ])
})
