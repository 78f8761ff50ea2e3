import { expect, it } from 'vitest'
import de from '#web/locales/de.json' with { type: 'json' }
import en from '#web/locales/en.json' with { type: 'json' }
import { z } from 'zod'
import { componentDefinitions } from '#components/definitions.ts'
import { allFeatures } from '#features/all-features.ts'
import { wordsOfSchema } from '../support/words-of-schema.ts'
import { textsInUse, wordsInExpressions } from '../support/texts-in-use.ts'

const german: Record<string, string> = de
const places = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? '').sort()

it('finds the texts of every room, so that the check below is one', () => {
  const rooms = new Set([...textsInUse().values()].map((where) => where.split('/')[0]))
  expect([...rooms]).toEqual(
    expect.arrayContaining(['ui', 'engine', 'components', 'web', 'features', 'contracts']),
  )
  expect(textsInUse().size).toBeGreaterThan(800)
})

it('every text a person may read is there in German', () => {
  const missing = [...textsInUse()].filter(([text]) => !Object.hasOwn(german, text))
  expect(
    missing.map(([text, where]) => `${where}: ${text}`),
    'add them to src/web/locales/de.json',
  ).toEqual([])
})

it('every property of a part, its choices and its help are there in German, as the inspector asks for them', () => {
  const missing = componentDefinitions.flatMap(({ type, props }) =>
    [...wordsOfSchema(z.toJSONSchema(props, { io: 'input', unrepresentable: 'any' }))]
      .filter((word) => !Object.hasOwn(german, word))
      .map((word) => `${type}: ${word}`),
  )
  expect(missing, 'add them to src/web/locales/de.json').toEqual([])
})

it('every word an expression of a screen says is translated by t()', () => {
  const layouts = allFeatures.flatMap((feature) => feature.layouts)
  expect(layouts.flatMap((layout) => wordsInExpressions(layout).bare)).toEqual([])
  expect(layouts.flatMap((layout) => wordsInExpressions(layout).translated).length).toBeGreaterThan(80)
})

it('no text holds a place in single braces, which would be shown as it is', () => {
  // Those of addresses, `/items/{id}`, stand behind a slash; those of numbers in sequence, `{0000}`, are meant.
  const wrong = [...textsInUse()].filter(([text]) =>
    /(?<![{/])\{(?!(?:0+|yyyy|yy|mm|dd)\})\w+\}(?!\})/.test(text),
  )
  expect(wrong.map(([text, where]) => `${where}: ${text}`)).toEqual([])
})

it('translations keep the places for values, except a count in the form for one', () => {
  for (const [text, translation] of [...Object.entries(german), ...Object.entries(en)]) {
    const source = text.replace(/_(?:zero|one|two|few|many|other)$/, '')
    const expected = places(source)
    const found = places(translation)
    if (source === text) expect(found, text).toEqual(expected)
    else expect(expected, text).toEqual(expect.arrayContaining(found))
    expect(translation.trim(), text).not.toBe('')
  }
})
